/** The thread of the estimates on a machine that takes three seconds to load what it needs. */
await new Promise((resolve) => setTimeout(resolve, 3_000));
await import("../../src/adapters/passwords/estimator-main.ts");
