/**
 * The environment of PostgreSQL's own programs: nothing of ours, so that no PG* variable or locale of
 * the machine changes what they do.
 */
// A type of ours demands NODE_ENV of every environment; PostgreSQL has no use for it.
export const serverEnvironment = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LANG: "C",
  LC_ALL: "C",
  TZ: "UTC",
  NODE_ENV: "production" as const,
};
