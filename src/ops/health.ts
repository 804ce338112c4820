/** The state that `/readyz` shows to a load balancer. */
export interface Health {
  isReady(): boolean;
  /** The service is about to end: connections should go elsewhere. */
  isStopping(): boolean;
}

/** The same state with its switches, for compose and the shutdown. */
interface HealthSwitch extends Health {
  /** Everything is open and listening. */
  becomeReady(): void;
  /** The store stopped or started working; the process itself stays alive. */
  reportStore(works: boolean): void;
  /** Not ready from now on, even with a store that works. */
  beginShutdown(): void;
}

/** Creates the state of a service that is not ready yet. */
export function createHealth(): HealthSwitch {
  let state: "starting" | "ready" | "stopping" = "starting";
  let storeWorks = true;
  return {
    isReady: () => state === "ready" && storeWorks,
    isStopping: () => state === "stopping",
    becomeReady: () => {
      if (state === "starting") state = "ready";
    },
    reportStore: (works) => {
      storeWorks = works;
    },
    beginShutdown: () => {
      state = "stopping";
    },
  };
}
