/** The environment variable that gives the floor on PostgreSQL the URL of an empty database. */
export const databaseVariable = "BENCH_DATABASE";
