import { type Check, failing, type InstallationFacts, ok } from "../check.ts";
import { describeZoneTrouble, findZoneTrouble } from "../zone-trouble.ts";

/** Node.js and PostgreSQL count the days of every store alike. */
export const zonesCheck: Check<InstallationFacts> = {
  name: "Time zones",
  async run({ pool }) {
    const trouble = await findZoneTrouble(pool);
    if (trouble.length === 0) return ok("Node.js and PostgreSQL agree on the zones of all stores.");
    return failing(
      trouble.map(describeZoneTrouble).join(" "),
      "Update the time zone data (tzdata) of the database server, and Node.js.",
    );
  },
};
