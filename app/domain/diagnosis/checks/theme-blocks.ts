import { readBlockSeen } from "../../shops/block-seen.ts";
import { type Check, ok, type StoreFacts, warning } from "../check.ts";

/**
 * One of the theme's blocks is on the storefront. Known by its requests: reading the theme would take the scope
 * `read_themes`, which nothing else needs and the platform's review would refuse.
 */
export const themeBlocksCheck: Check<StoreFacts> = {
  name: "Theme blocks",
  async run({ context }) {
    const seenAt = await readBlockSeen(context);
    if (seenAt !== null) {
      return ok(`A signed-in shopper used one on ${seenAt.toISOString().slice(0, 10)}.`);
    }
    return warning(
      "Not seen yet: no signed-in shopper has used one.",
      "Add the app's blocks in the theme editor, sign in on the storefront as a customer with a membership or credit, and open that page.",
    );
  },
};
