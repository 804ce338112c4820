/** How long a family of refresh tokens lives without being used, in seconds. Then expiry removes its row. */
export const refreshIdleSecondsMax = 30 * 86_400;
