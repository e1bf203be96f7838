import { describe, expect, test } from "vitest";
import {
  defaultDunningSettings,
  dunningSettingsSchema,
} from "#app/domain/billing/dunning/dunning-settings.ts";
import type {
  DunningSituation,
  FailedAttempt,
} from "#app/domain/billing/dunning/dunning-situation.ts";
import { planNextStep } from "#app/domain/billing/dunning/plan-next-step.ts";
import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";

const zone = "Europe/Berlin";
const at = (iso: string) => new Date(iso);
/** A Tuesday; no payday is near for days. */
const firstFailed = "2026-11-03T10:00:00+01:00";

function failed(code: ChargeErrorCode, iso: string, rest: Partial<FailedAttempt> = {}) {
  return {
    begunAt: at(iso),
    at: at(iso),
    code,
    currency: "EUR",
    storeCurrency: null,
    missingItems: [],
    allowedOverselling: false,
    ...rest,
  };
}

/** The plan right after the latest of these attempts. */
function planAfter(attempts: FailedAttempt[], rest: Partial<DunningSituation> = {}) {
  return planNextStep({
    attempts,
    attemptsOnMethod: attempts.map((attempt) => attempt.at),
    paymentMethodChangedAt: null,
    deliveryAddressChangedAt: null,
    isCurrencyBack: false,
    settings: defaultDunningSettings,
    zone,
    now: attempts.at(-1)?.at ?? at(firstFailed),
    ...rest,
  });
}

const retryAt = (iso: string) => ({ kind: "retry", at: at(iso) });

describe("a currency that the platform refuses", () => {
  const inYen = failed("INVALID_CURRENCY", firstFailed, { storeCurrency: "JPY" });

  test("waits for the store's own where that was changed, and is retried at once when it is back", () => {
    expect(planAfter([inYen])).toMatchObject({
      step: { kind: "stop" },
      reason:
        "The store's currency on the platform was JPY, and the charge is in EUR. The charge is retried as soon as the currency is set back.",
    });
    expect(planAfter([inYen], { isCurrencyBack: true }).step).toEqual(retryAt(firstFailed));
  });

  test("waits for the merchant where the payment method does not take it", () => {
    const { step, reason } = planAfter([failed("INVALID_CURRENCY", firstFailed)]);
    expect(step).toEqual({ kind: "stop" });
    expect(reason).toContain("payment method does not accept the currency");
  });

  test("pauses nobody whose payment method has had the most attempts, however late the currency is back", () => {
    const attemptsOnMethod = Array.from({ length: 15 }, () => at(firstFailed));
    const now = at("2026-11-28T10:00:00+01:00");
    const { step } = planAfter([inYen], { isCurrencyBack: true, attemptsOnMethod, now });
    expect(step).toEqual({ kind: "stop" });
  });
});

describe("a technical error", () => {
  const code = "TRANSIENT_ERROR";

  test("is retried after four hours, after four more, then daily at the same local time", () => {
    const times = [
      "2026-10-24T10:00:00+02:00",
      "2026-10-24T14:00:00+02:00",
      "2026-10-24T18:00:00+02:00",
      "2026-10-25T18:00:00+01:00",
      "2026-10-26T18:00:00+01:00",
    ];
    for (let count = 1; count < times.length; count += 1) {
      const attempts = times.slice(0, count).map((time) => failed(code, time));
      expect(planAfter(attempts).step).toEqual(retryAt(times[count] ?? ""));
    }
  });

  test("is retried at once when the time has passed", () => {
    const now = at("2026-11-05T10:00:00+01:00");
    const { step, reason } = planAfter([failed(code, firstFailed)], { now });
    expect(step).toEqual({ kind: "retry", at: now });
    expect(reason).toBe("A temporary error stopped the payment. The charge is retried now.");
  });

  test("counts for itself after a decline", () => {
    const attempts = [
      failed("CARD_DECLINED", firstFailed),
      failed(code, "2026-11-05T08:00:00+01:00"),
    ];
    expect(planAfter(attempts).step).toEqual(retryAt("2026-11-05T12:00:00+01:00"));
  });

  test("ends with the final action after fifteen attempts", () => {
    const days = Array.from(
      { length: 12 },
      (_, day) => `2026-11-${String(day + 4).padStart(2, "0")}`,
    );
    const attempts = [
      failed(code, "2026-11-03T10:00:00+01:00"),
      failed(code, "2026-11-03T14:00:00+01:00"),
      failed(code, "2026-11-03T18:00:00+01:00"),
      ...days.map((day) => failed(code, `${day}T18:00:00+01:00`)),
    ];
    expect(planAfter(attempts.slice(0, 14)).step).toEqual(retryAt("2026-11-15T18:00:00+01:00"));
    const { step, reason } = planAfter(attempts);
    expect(step).toEqual({ kind: "final_action", action: "pause" });
    expect(reason).toBe(
      "A temporary error stopped the payment. The payment method has had 15 attempts in 30 days, which is the most. No retry is left: the subscription is paused.",
    );
  });
});

describe("a decline that may pass", () => {
  const code = "INSUFFICIENT_FUNDS";

  test("is retried in the mornings of days 2, 4, 7 and 10, then comes the final action", () => {
    // The 13th would be day 10; the 15th is near.
    const times = [
      firstFailed,
      "2026-11-05T08:00:00+01:00",
      "2026-11-07T08:00:00+01:00",
      "2026-11-10T08:00:00+01:00",
      "2026-11-15T08:00:00+01:00",
    ];
    for (let count = 1; count < times.length; count += 1) {
      const attempts = times.slice(0, count).map((time) => failed(code, time));
      expect(planAfter(attempts).step).toEqual(retryAt(times[count] ?? ""));
    }
    const { step, reason } = planAfter(times.map((time) => failed(code, time)));
    expect(step).toEqual({ kind: "final_action", action: "pause" });
    expect(reason).toBe(
      "The account did not have enough funds. No retry is left: the subscription is paused.",
    );
  });

  test("says what happened, what happens next, and when", () => {
    expect(planAfter([failed(code, firstFailed)]).reason).toBe(
      "The account did not have enough funds. The charge is retried on 2026-11-05 at 08:00.",
    );
  });

  test.each([
    ["day 2 is the 12th: too far from the 15th", "2026-11-10T10:00:00+01:00", "2026-11-12"],
    ["day 2 is the 13th: two days before the 15th", "2026-11-11T10:00:00+01:00", "2026-11-15"],
    ["day 2 is the 14th", "2026-11-12T10:00:00+01:00", "2026-11-15"],
    ["day 2 is the 15th itself", "2026-11-13T10:00:00+01:00", "2026-11-15"],
    [
      "day 2 is the 16th: a payday that is over does not count",
      "2026-11-14T10:00:00+01:00",
      "2026-11-16",
    ],
    ["day 2 is 29 November", "2026-11-27T10:00:00+01:00", "2026-12-01"],
    ["day 2 is 30 December, over New Year", "2026-12-28T10:00:00+01:00", "2027-01-01"],
    ["day 2 is 27 February of a common year", "2027-02-25T10:00:00+01:00", "2027-03-01"],
  ])("waits for a payday that is near: %s", (_title, iso, day) => {
    expect(planAfter([failed(code, iso)]).step).toEqual(retryAt(`${day}T08:00:00+01:00`));
  });

  test("keeps two days between retries when one has waited for a payday", () => {
    // Day 4 is 29 November and waits for 1 December; day 7 would be the 2nd.
    const attempts = [failed("CARD_DECLINED", "2026-11-25T10:00:00+01:00")];
    const mornings: string[] = [];
    for (let times = 0; times < 4; times += 1) {
      const { step } = planAfter(attempts);
      if (step.kind !== "retry") break;
      mornings.push(step.at.toISOString());
      attempts.push(failed("CARD_DECLINED", step.at.toISOString()));
    }
    expect(mornings.map((morning) => morning.slice(5, 10))).toEqual([
      "11-27",
      "12-01",
      "12-03",
      "12-05",
    ]);
    expect(planAfter(attempts).step).toEqual({ kind: "final_action", action: "pause" });
  });

  test("is retried on consecutive days where the merchant has set them", () => {
    const settings = { ...defaultDunningSettings, retryDays: [1, 2] };
    const first = failed("CARD_DECLINED", firstFailed);
    const { step } = planAfter([first], { settings });
    expect(step).toEqual(retryAt("2026-11-04T08:00:00+01:00"));
    const second = failed("CARD_DECLINED", "2026-11-04T08:00:00+01:00");
    expect(planAfter([first, second], { settings }).step).toEqual(
      retryAt("2026-11-05T08:00:00+01:00"),
    );
  });

  test("is retried once when two days wait for the same payday", () => {
    const attempts = [
      failed(code, "2026-11-11T10:00:00+01:00"),
      failed(code, "2026-11-15T08:00:00+01:00"),
    ];
    expect(planAfter(attempts).step).toEqual(retryAt("2026-11-18T08:00:00+01:00"));
  });

  test("counts days of the store's zone, not of UTC", () => {
    const late = [failed(code, "2026-11-03T23:30:00-11:00")];
    expect(planAfter(late, { zone: "Pacific/Pago_Pago" }).step).toEqual(
      retryAt("2026-11-05T08:00:00-11:00"),
    );
    const early = [failed(code, "2026-11-03T00:30:00+14:00")];
    expect(planAfter(early, { zone: "Pacific/Kiritimati" }).step).toEqual(
      retryAt("2026-11-05T08:00:00+14:00"),
    );
  });

  test("passes over mornings that were missed, and over a second attempt on one day", () => {
    const first = failed(code, firstFailed);
    const now = at("2026-11-07T09:00:00+01:00");
    expect(planAfter([first], { now }).step).toEqual(retryAt("2026-11-10T08:00:00+01:00"));
    const sameDay = failed(code, "2026-11-07T01:00:00+01:00");
    expect(planAfter([first, sameDay]).step).toEqual(retryAt("2026-11-10T08:00:00+01:00"));
  });

  test("is retried at once with another payment method", () => {
    const now = at("2026-11-03T12:00:00+01:00");
    const paymentMethodChangedAt = at("2026-11-03T11:59:00+01:00");
    const { step } = planAfter([failed(code, firstFailed)], { now, paymentMethodChangedAt });
    expect(step).toEqual({ kind: "retry", at: now });
  });

  test("follows the store's days and final action", () => {
    const settings = { ...defaultDunningSettings, retryDays: [1], finalAction: "cancel" as const };
    const first = failed(code, firstFailed);
    expect(planAfter([first], { settings }).step).toEqual(retryAt("2026-11-04T08:00:00+01:00"));
    const { step, reason } = planAfter([first, failed(code, "2026-11-04T08:00:00+01:00")], {
      settings,
    });
    expect(step).toEqual({ kind: "final_action", action: "cancel" });
    expect(reason).toContain("the subscription is canceled.");
  });

  test("waits for another payment method when this one was charged too often for others", () => {
    const attempts = [failed(code, firstFailed)];
    const attemptsOnMethod = Array.from({ length: 15 }, () => at("2026-11-01T10:00:00+01:00"));
    const { step, reason } = planAfter(attempts, { attemptsOnMethod });
    expect(step).toEqual({
      kind: "wait_for_payment_method",
      until: at("2026-11-15T08:00:00+01:00"),
    });
    expect(reason).toContain("15 attempts in 30 days");
    const longAgo = attemptsOnMethod.map(() => at("2026-10-06T08:00:00+01:00"));
    expect(planAfter(attempts, { attemptsOnMethod: longAgo }).step.kind).toBe("retry");
  });
});

describe("errors of several classes", () => {
  test("count their days from the first of the same class", () => {
    const attempts = [
      failed("INSUFFICIENT_INVENTORY", "2026-11-03T10:00:00+01:00"),
      failed("INSUFFICIENT_INVENTORY", "2026-11-17T08:00:00+01:00"),
      failed("CARD_DECLINED", "2026-11-18T08:00:00+01:00"),
    ];
    expect(planAfter(attempts).step).toEqual(retryAt("2026-11-20T08:00:00+01:00"));
    attempts.push(failed("EXPIRED_CARD", "2026-11-20T08:00:00+01:00"));
    expect(planAfter(attempts).step).toEqual({
      kind: "wait_for_payment_method",
      // Day 10 is 30 November; the 1st is near.
      until: at("2026-12-01T08:00:00+01:00"),
    });
  });
});

describe("a payment that the customer must confirm", () => {
  const attempts = [failed("AUTHENTICATION_REQUIRED", firstFailed)];
  const until = at("2026-11-15T08:00:00+01:00");

  test("is not retried: the customer gets a message, and has until the last day", () => {
    const { step, reason } = planAfter(attempts);
    expect(step).toEqual({ kind: "message_customer", request: "confirm_payment", until });
    expect(reason).toBe(
      "The bank wants the customer to confirm the payment. The customer gets a link to confirm the payment. Otherwise, the subscription is paused on 2026-11-15.",
    );
    expect(planAfter(attempts, { now: until }).step).toEqual({
      kind: "final_action",
      action: "pause",
    });
  });

  test("is charged at once on another payment method", () => {
    const now = at("2026-11-04T10:00:00+01:00");
    expect(planAfter(attempts, { now, paymentMethodChangedAt: now }).step.kind).toBe("retry");
  });
});

describe("data that does not work", () => {
  const attempts = [failed("EXPIRED_CARD", firstFailed)];
  const until = at("2026-11-15T08:00:00+01:00");

  test("waits for another payment method, and then retries at once", () => {
    const { step, reason } = planAfter(attempts);
    expect(step).toEqual({ kind: "wait_for_payment_method", until });
    expect(reason).toBe(
      "The card has expired. The customer is asked for another payment method, which is charged at once. Otherwise, the subscription is paused on 2026-11-15.",
    );
    const now = at("2026-11-06T21:00:00+01:00");
    expect(planAfter(attempts, { now, paymentMethodChangedAt: now }).step).toEqual({
      kind: "retry",
      at: now,
    });
  });

  test("does not count a correction before the attempt", () => {
    const paymentMethodChangedAt = at("2026-11-01T10:00:00+01:00");
    expect(planAfter(attempts, { paymentMethodChangedAt }).step.kind).toBe(
      "wait_for_payment_method",
    );
  });

  test("ends with the final action at the deadline", () => {
    expect(planAfter(attempts, { now: until }).step).toEqual({
      kind: "final_action",
      action: "pause",
    });
  });

  test("asks for the address when that is wrong", () => {
    const { step, reason } = planAfter([failed("INVALID_SHIPPING_ADDRESS", firstFailed)]);
    expect(step).toEqual({ kind: "message_customer", request: "correct_address", until });
    expect(reason).toContain("correct the delivery address");
  });

  test("retries a wrong address for another address, and nothing else for one", () => {
    const now = at("2026-11-06T21:00:00+01:00");
    const newAddress = { now, deliveryAddressChangedAt: now };
    const newMethod = { now, paymentMethodChangedAt: now };
    const wrongAddress = [failed("INVALID_SHIPPING_ADDRESS", firstFailed)];
    expect(planAfter(wrongAddress, newAddress).step.kind).toBe("retry");
    expect(planAfter(wrongAddress, newMethod).step.kind).toBe("message_customer");
    expect(planAfter(attempts, newAddress).step.kind).toBe("wait_for_payment_method");
    const declined = [failed("CARD_DECLINED", firstFailed)];
    expect(planAfter(declined, newAddress).step).toEqual(retryAt("2026-11-07T08:00:00+01:00"));
  });
});

describe("a charge that must not be repeated", () => {
  test.each(["FRAUD_SUSPECTED", "BUYER_CANCELED_PAYMENT_METHOD", "INVOICE_ALREADY_PAID"] as const)(
    "stops, whatever the customer changes: %s",
    (code) => {
      const paymentMethodChangedAt = at("2026-11-20T10:00:00+01:00");
      const { step, reason } = planAfter([failed(code, firstFailed)], {
        paymentMethodChangedAt,
        now: paymentMethodChangedAt,
      });
      expect(step).toEqual({ kind: "stop" });
      expect(reason).toContain("The charge is not retried.");
    },
  );
});

describe("missing stock", () => {
  const missingItems = ["House Blend", "Filter"];
  const first = failed("INSUFFICIENT_INVENTORY", firstFailed, { missingItems });

  test("is retried on the days set for missing stock, paydays or not, and names what is missing", () => {
    const { step, reason } = planAfter([first]);
    expect(step).toEqual(retryAt("2026-11-04T08:00:00+01:00"));
    expect(reason).toBe(
      "There was not enough stock. Missing: House Blend, Filter. The charge is retried on 2026-11-04 at 08:00.",
    );
    const now = at("2026-11-10T08:00:00+01:00");
    expect(planAfter([first], { now }).step).toEqual(retryAt("2026-11-13T08:00:00+01:00"));
  });

  test("ends with the final action set for missing stock", () => {
    const now = at("2026-11-17T08:00:00+01:00");
    const { step, reason } = planAfter([first], { now });
    expect(step).toEqual({ kind: "final_action", action: "skip" });
    expect(reason).toContain("this charge is skipped.");
  });

  test("is sold nevertheless once the merchant allows it", () => {
    const { inventory } = defaultDunningSettings;
    const settings = { ...defaultDunningSettings, inventory: { ...inventory, oversell: true } };
    const { step, reason } = planAfter([first], { settings });
    expect(step).toEqual({ kind: "retry", at: first.at });
    expect(reason).toContain("The charge is retried now. Items may be oversold.");
    const again = failed("INVENTORY_ALLOCATIONS_NOT_FOUND", firstFailed, {
      allowedOverselling: true,
    });
    expect(planAfter([again], { settings }).step).toEqual(retryAt("2026-11-04T08:00:00+01:00"));
    const declined = failed("CARD_DECLINED", firstFailed, { allowedOverselling: true });
    expect(planAfter([declined], { settings }).reason).not.toContain("oversold");
  });
});

describe("the settings", () => {
  test("of every store are valid at the beginning", () => {
    expect(dunningSettingsSchema.parse(defaultDunningSettings)).toEqual(defaultDunningSettings);
  });

  test.each([
    ["no day", { retryDays: [] }],
    ["a day twice", { retryDays: [2, 2] }],
    ["days out of order", { retryDays: [4, 2] }],
    ["the day of the failure itself", { retryDays: [0] }],
    ["a day after a month", { retryDays: [31] }],
    ["half a day", { retryDays: [1.5] }],
    [
      "more days than a payment method may be charged",
      { retryDays: Array.from({ length: 15 }, (_, day) => day + 1) },
    ],
    ["an unknown final action", { finalAction: "refund" }],
    ["a setting that does not exist", { graceDays: 3 }],
  ])("refuse %s", (_title, change) => {
    const settings = { ...defaultDunningSettings, ...change };
    expect(dunningSettingsSchema.safeParse(settings).success).toBe(false);
  });
});

test("without a failed attempt there is no next step", () => {
  expect(() => planAfter([])).toThrow(RangeError);
});
