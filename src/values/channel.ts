/** The other end of a connection between two processes, which carries whatever structured cloning can. Keeps the order. */
export interface Channel {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}
