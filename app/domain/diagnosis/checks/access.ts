import { isPlatformFailure } from "#app/platform/platform-failure.ts";
import { type Check, failing, ok, type StoreFacts, warning } from "../check.ts";

/** The app's token works. */
export const tokenCheck: Check<StoreFacts> = {
  name: "Access token",
  async run({ access }) {
    if (!(access instanceof Error)) return ok("The store accepts the app's token.");
    if (isPlatformFailure(access) && access.kind === "not_connected") {
      return failing(
        "The app has no token that the store accepts.",
        "Open the app in the store's admin: it signs in again by itself. If the app is not there, install it.",
      );
    }
    return failing(
      `The store's platform did not answer: ${access.message}`,
      "Run the checks again in a minute, and see whether this machine reaches the store's *.myshopify.com address.",
    );
  },
};

/** The store has granted every permission that the app asks for. */
export const scopesCheck: Check<StoreFacts> = {
  name: "Permissions",
  async run({ access, wantedScopes }) {
    if (access instanceof Error) return unknown();
    const granted = new Set(access.scopes);
    const missing = wantedScopes.filter(
      (scope) =>
        !granted.has(scope) &&
        !(scope.startsWith("read_") && granted.has(`write_${scope.slice("read_".length)}`)),
    );
    if (missing.length === 0) return ok(`All ${wantedScopes.length} are granted.`);
    return failing(
      `The store has not granted ${missing.join(", ")}.`,
      "Open the app in the store's admin and accept its permissions. If it does not ask, run shopify app deploy.",
    );
  },
};

/** The platform has approved the app for the customer data that it reads. */
export const protectedDataCheck: Check<StoreFacts> = {
  name: "Protected customer data",
  async run({ access }) {
    if (access instanceof Error) return unknown();
    const { customers } = access;
    const request =
      "In the Dev Dashboard, under API access, request protected customer data with the fields name and email (docs/real-store.md, step 1).";
    switch (customers.kind) {
      case "readable":
        return ok("Customers, their names and email addresses can be read.");
      case "none_yet":
        return ok(
          "Customers can be read. The store has none yet, so names and email were not seen.",
        );
      case "hidden":
        return warning(
          `Customers can be read without ${customers.fields.join(", ")}: the admin shows them by number.`,
          request,
        );
      case "denied":
        return failing(customers.reason, request);
    }
  },
};

function unknown() {
  return warning("Not known while the token does not work.", "See “Access token” above.");
}
