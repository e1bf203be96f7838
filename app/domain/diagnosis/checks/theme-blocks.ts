import { readBlockSeen } from "../../shops/block-seen.ts";
import { type Check, ok, type StoreFacts, warning } from "../check.ts";

/**
 * One of the theme's blocks is on the storefront still. Known by its requests: reading the theme would take the scope
 * `read_themes`, which nothing else needs and the platform's review would refuse.
 */
export const themeBlocksCheck: Check<StoreFacts> = {
  name: "Theme blocks",
  async run({ context }) {
    const seen = await readBlockSeen(context);
    if (seen === null) {
      return warning(
        "Not seen yet: no signed-in shopper has used one.",
        "Add the app's blocks in the theme editor, sign in on the storefront as a customer with a membership or credit, and open that page.",
      );
    }
    const day = seen.at.toISOString().slice(0, 10);
    if (seen.isRecent) return ok(`A signed-in shopper used one on ${day}.`);
    return warning(
      `Not seen for ${seen.daysAgo} days: a signed-in shopper used one last on ${day}.`,
      "If shoppers have signed in since, the blocks are gone from the theme: look in the theme editor, sign in on the storefront as a customer, and open that page.",
    );
  },
};
