import { expect, test } from "vitest";
import { describeFailure } from "#app/domain/describe-failure.ts";
import { AppError } from "#app/lib/app-error.ts";
import { PlatformFailure, UnreadableValue } from "#app/platform/platform-failure.ts";

test.each([
  [
    "what the platform refuses, by its code",
    new PlatformFailure("refused", "Boom 0x7f", "STALE_CONTRACT"),
    "the contract was changed at the same time",
  ],
  [
    "a refusal that we do not know",
    new PlatformFailure("refused", "Boom 0x7f", "NEW_CODE"),
    "the platform does not allow it for this contract (NEW_CODE)",
  ],
  [
    "a refusal without a code",
    new PlatformFailure("refused", "Boom 0x7f"),
    "the platform does not allow it for this contract",
  ],
  [
    "a platform that is down",
    new PlatformFailure("unavailable", "Boom 0x7f"),
    "the platform does not answer",
  ],
  [
    "a store that is cut off",
    new PlatformFailure("not_connected", "Boom 0x7f"),
    "the store is no longer connected to this app; open the app once",
  ],
  [
    "an error of our own",
    new AppError("offer_gone", "There is no such offer."),
    "there is no such offer",
  ],
  [
    "what the platform has sent and nobody can read",
    new UnreadableValue("1e99 EUR is no amount of money"),
    "the platform has sent what this app cannot read: 1e99 EUR is no amount of money",
  ],
  [
    "anything else",
    new Error("Boom 0x7f"),
    "something went wrong on this server; its log has the details",
  ],
])("a merchant reads plain words for %s", (_title, error, words) => {
  expect(describeFailure(error)).toBe(words);
});
