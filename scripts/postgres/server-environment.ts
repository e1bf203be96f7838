/**
 * The environment of PostgreSQL's own programs: nothing of ours, because PG* variables and the
 * machine's locale would change what they do.
 */
// A type of ours demands NODE_ENV of every environment; PostgreSQL has no use for it.
export const serverEnvironment = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LANG: "C",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production" as const,
};
