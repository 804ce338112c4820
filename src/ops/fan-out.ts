import type { Events } from "../flows/events.ts";

/** Gives every event to each sink, in their order. A sink never throws and never waits. */
export function fanOut(sinks: readonly Events[]): Events {
  const [only, ...others] = sinks;
  if (only !== undefined && others.length === 0) return only;
  return {
    record: (event, context) => {
      for (const sink of sinks) sink.record(event, context);
    },
  };
}
