/**
 * The environment of PostgreSQL's own programs: nothing of ours, so that no PG* variable or locale of
 * the machine changes what they do.
 */
export const serverEnvironment = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LANG: "C",
  LC_ALL: "C",
  TZ: "UTC",
};
