import { expect, test } from "vitest";
import { defaultDunningSettings } from "#app/domain/billing/dunning/dunning-settings.ts";
import {
  describeCardRetries,
  describeStockRetries,
} from "#app/routes/admin/subscriptions/retries/describe-retries.ts";
import { toRetryDraft, toRetryInput } from "#app/routes/admin/subscriptions/retries/retry-draft.ts";

const draft = toRetryDraft(defaultDunningSettings);

test("the form sends back what it was given", () => {
  expect(toRetryInput(draft)).toEqual(defaultDunningSettings);
});

test("the sentences name the days and what follows the last of them", () => {
  expect(describeCardRetries(draft)).toContain("2, 4, 7 and 10 days after the first failure");
  expect(describeCardRetries(draft)).toContain("the subscription is paused until");
  expect(describeCardRetries({ ...draft, days: "1", finalAction: "skip" })).toContain(
    "charged again at 08:00, 1 day after the first failure",
  );
  expect(describeStockRetries(draft)).toContain("1, 2, 3, 5, 7, 10 and 14 days");
  expect(describeStockRetries({ ...draft, oversell: true })).toContain("out of stock are sold");
});

test.each(["", " , ", "2, soon"])("there is no sentence for the days “%s”", (days) => {
  expect(describeCardRetries({ ...draft, days })).toBeNull();
  expect(describeStockRetries({ ...draft, stockDays: days })).toBeNull();
});
