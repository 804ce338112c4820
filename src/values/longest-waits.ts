/**
 * The longest times that messages wait for their next try, in seconds. A moment that is further away was noted by a clock that was ahead,
 * and counts as passed.
 */
export const longestWaits = {
  mail: 22_140,
  mailRequest: 60,
  webhookLease: 60,
  webhookReceiver: 3_600,
  webhookEntry: 86_400,
} as const;
