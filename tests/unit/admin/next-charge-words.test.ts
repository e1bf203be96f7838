import { expect, test } from "vitest";
import { describeOpenCharge } from "#app/routes/admin/subscriptions/next-charge-words.ts";

const now = new Date("2026-03-04T10:00:00Z");
const later = new Date("2026-03-06T10:00:00Z");
const day = (instant: Date) => instant.toISOString().slice(0, 10);

test("a retry that is still to come is told as one that will be", () => {
  const open = { isPastDue: true, step: "retry", stepAt: later };
  expect(describeOpenCharge(open, now, day)).toBe("Will be retried on 2026-03-06");
  expect(describeOpenCharge(open, later, day)).toBe("Being retried");
});
