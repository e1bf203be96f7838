import { Temporal } from "temporal-polyfill";
import { describe, expect, test } from "vitest";
import { WHAT_HAPPENED } from "#app/domain/billing/dunning/decline-classes.ts";
import type { DunningSettings, FinalAction } from "#app/domain/billing/dunning/dunning-settings.ts";
import type { DunningSituation } from "#app/domain/billing/dunning/dunning-situation.ts";
import { type DunningPlan, planNextStep } from "#app/domain/billing/dunning/plan-next-step.ts";
import type { ChargeErrorCode } from "#app/platform/platform-charge-error.ts";
import { fc } from "../../support/property.ts";

const DAY_MS = 86_400_000;

/** One answer to a charge: the next attempt fails with this code, or, while waiting, the customer acts. */
interface Event {
  code: ChargeErrorCode;
  customerActs: boolean;
  /** How late the worker is. */
  delayMs: number;
}

const allCodes = Object.keys(WHAT_HAPPENED) as ChargeErrorCode[];
const soft: ChargeErrorCode[] = ["TRANSIENT_ERROR", "INSUFFICIENT_FUNDS", "INSUFFICIENT_INVENTORY"];
const codes = fc.oneof(fc.constantFrom(...allCodes), fc.constantFrom(...soft));

const days = fc
  .uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 14 })
  .map((some) => some.sort((a, b) => a - b));
const actions = fc.constantFrom<FinalAction>("pause", "cancel", "skip");
const allSettings: fc.Arbitrary<DunningSettings> = fc.record({
  retryDays: days,
  finalAction: actions,
  inventory: fc.record({ retryDays: days, finalAction: actions, oversell: fc.boolean() }),
});

const event: fc.Arbitrary<Event> = fc.record({
  code: codes,
  customerActs: fc.boolean(),
  delayMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3 * DAY_MS })),
});

const stories = fc.record({
  settings: allSettings,
  zone: fc.constantFrom(
    "Pacific/Pago_Pago",
    "America/New_York",
    "Europe/Berlin",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
  ),
  start: fc
    .integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2032, 0, 1) })
    .map((time) => new Date(time)),
  firstCode: codes,
  /** What the same card was charged for other subscriptions, in days before the first failure. */
  chargesBefore: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 16 }),
  events: fc.array(event, { maxLength: 40 }),
});

type Story = typeof stories extends fc.Arbitrary<infer T> ? T : never;

interface Told {
  plans: { situation: DunningSituation; plan: DunningPlan }[];
  /** When each payment method was charged. */
  methods: Date[][];
}

/** Charged in the store's currency, which stays what it is. */
const OF_THE_STORE = { currency: "EUR", storeCurrency: null, missingItems: [] };

/** More than a cycle can take: a class is over after 32 days at most, and a customer acts once an event. */
const MAX_STEPS = 300;

/** Follows the plans until they end, as the worker does. */
function follow({ settings, zone, start, firstCode, chargesBefore, events }: Story): Told {
  const allowedOverselling = settings.inventory.oversell;
  // The first charge was made before the merchant allowed overselling, if ever.
  const attempts = [
    { ...OF_THE_STORE, begunAt: start, at: start, code: firstCode, allowedOverselling: false },
  ];
  let method = chargesBefore
    .map((before) => new Date(start.getTime() - before * DAY_MS))
    .slice(0, 14)
    .concat(start);
  const methods = [method];
  const plans: Told["plans"] = [];
  let paymentMethodChangedAt: Date | null = null;
  let deliveryAddressChangedAt: Date | null = null;
  let now = start;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const situation: DunningSituation = {
      attempts: [...attempts],
      attemptsOnMethod: [...method],
      paymentMethodChangedAt,
      deliveryAddressChangedAt,
      isCurrencyBack: false,
      settings,
      zone,
      now,
    };
    const plan = planNextStep(situation);
    plans.push({ situation, plan });
    const { code, customerActs, delayMs } = events[step] ?? {
      code: attempts.at(-1)?.code ?? firstCode,
      customerActs: false,
      delayMs: 0,
    };
    const next = plan.step;
    if (next.kind === "stop" || next.kind === "final_action") return { plans, methods };
    if (next.kind === "retry") {
      // The worker charges when it comes to it, but never without asking again when it is late.
      now = next.at;
      method.push(now);
      attempts.push({ ...OF_THE_STORE, begunAt: now, at: now, code, allowedOverselling });
      now = new Date(now.getTime() + delayMs);
    } else if (customerActs) {
      now = new Date((now.getTime() + next.until.getTime()) / 2 + 1);
      if (next.kind === "message_customer" && next.request === "correct_address") {
        deliveryAddressChangedAt = now;
        continue;
      }
      paymentMethodChangedAt = now;
      method = [];
      methods.push(method);
    } else {
      now = new Date(Math.max(next.until.getTime(), now.getTime() + delayMs));
    }
  }
  throw new Error("the dunning does not end");
}

describe("whatever happens to an unpaid cycle", () => {
  test("its dunning ends", () => {
    fc.assert(
      fc.property(stories, (story) => {
        expect(["stop", "final_action"]).toContain(follow(story).plans.at(-1)?.plan.step.kind);
      }),
    );
  });

  test("no step is in the past", () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const { situation, plan } of follow(story).plans) {
          const { step } = plan;
          const now = situation.now.getTime();
          if (step.kind === "retry") expect(step.at.getTime()).toBeGreaterThanOrEqual(now);
          if ("until" in step) expect(step.until.getTime()).toBeGreaterThan(now);
        }
      }),
    );
  });

  test("no payment method is charged more than fifteen times in thirty days", () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const charges of follow(story).methods) {
          for (const charge of charges) {
            const end = charge.getTime();
            const inWindow = charges.filter(
              (one) => one.getTime() <= end && one.getTime() > end - 30 * DAY_MS,
            );
            expect(inWindow.length).toBeLessThanOrEqual(15);
          }
        }
      }),
    );
  });

  test("the same situation gives the same plan", () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const { situation, plan } of follow(story).plans) {
          expect(planNextStep(structuredClone(situation))).toEqual(plan);
        }
      }),
    );
  });

  test("a declined payment is retried in a morning, once a day, unless the customer changed it", () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const { situation, plan } of follow(story).plans) {
          if (plan.declineClass !== "later" || plan.step.kind !== "retry") continue;
          const { attempts, paymentMethodChangedAt, zone } = situation;
          const last = attempts.at(-1)?.at ?? story.start;
          if (paymentMethodChangedAt && paymentMethodChangedAt > last) continue;
          const [retry, before] = [plan.step.at, last].map((instant) =>
            Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone),
          );
          expect(retry?.toPlainTime().toString()).toBe("08:00:00");
          expect(retry?.toPlainDate().toString()).not.toBe(before?.toPlainDate().toString());
        }
      }),
    );
  });

  test("the reason says what happened, and names the day of what comes next", () => {
    fc.assert(
      fc.property(stories, (story) => {
        for (const { situation, plan } of follow(story).plans) {
          const { step, reason } = plan;
          const code = situation.attempts.at(-1)?.code ?? story.firstCode;
          expect(reason.startsWith(WHAT_HAPPENED[code])).toBe(true);
          const when = step.kind === "retry" ? step.at : "until" in step ? step.until : null;
          if (when === null || when <= situation.now) continue;
          const day = Temporal.Instant.fromEpochMilliseconds(when.getTime())
            .toZonedDateTimeISO(situation.zone)
            .toPlainDate();
          expect(reason).toContain(day.toString());
        }
      }),
    );
  });
});
