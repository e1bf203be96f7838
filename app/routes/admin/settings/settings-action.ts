import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#app/domain/api-keys/rotate-api-key.ts";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { advanceTestClock } from "#app/domain/schedule/advance-test-clock.ts";
import { AppError } from "#app/lib/app-error.ts";
import { addIntervals, type IntervalUnit } from "#app/lib/zoned-time.ts";
import { formatInstant } from "#app/ui/format.ts";
import type { Refusal } from "../answer-action.ts";
import { readId } from "../read-id.ts";

/** What the settings page is told after a form. A secret is in the answer to its making, and nowhere else. */
export type SettingsOutcome =
  | { outcome: "created"; name: string; secret: string; overlapEnds: string | null }
  | { outcome: "revoked"; name: string }
  | { outcome: "advanced"; now: string };

/** What a form of the page gets back, for its fetcher. */
export type SettingsAnswer = () => Promise<SettingsOutcome | Refusal>;

/** How far one press of a button moves the test clock. */
const CLOCK_STEPS: Readonly<Record<string, { unit: IntervalUnit; count: number } | "hour">> = {
  hour: "hour",
  day: { unit: "day", count: 1 },
  month: { unit: "month", count: 1 },
};

/** Does what one of the page's forms asks for, told apart by its field `intent`. */
export async function runSettingsAction(
  app: AppContext,
  context: ShopContext,
  form: FormData,
): Promise<SettingsOutcome> {
  const text = (name: string) => String(form.get(name) ?? "");
  switch (text("intent")) {
    case "create-key": {
      const scopes = form.getAll("scopes").map(String);
      const { key, secret } = await createApiKey(context, { name: text("name"), scopes });
      return { outcome: "created", name: key.name, secret, overlapEnds: null };
    }
    case "rotate-key": {
      const { key, secret, replaced } = await rotateApiKey(context, {
        keyId: readId(text("key_id")),
        overlapHours: Number(text("overlap_hours")),
      });
      const ends = replaced.state === "replaced" ? replaced.expiresAt : null;
      return {
        outcome: "created",
        name: key.name,
        secret,
        overlapEnds: ends && formatInstant(ends, context.shop.ianaTimezone),
      };
    }
    case "revoke-key": {
      const key = await revokeApiKey(context, readId(text("key_id")));
      return { outcome: "revoked", name: key.name };
    }
    case "advance-clock": {
      const now = await advanceTestClock(app, context.shop, stepFrom(context, text("by")));
      return { outcome: "advanced", now: formatInstant(now, context.shop.ianaTimezone) };
    }
    default:
      throw new AppError("invalid_input", "This form is not known. Reload the page.");
  }
}

function stepFrom(context: ShopContext, by: string): Date {
  const step = CLOCK_STEPS[by];
  const now = context.clock.now();
  if (step === "hour") return new Date(now.getTime() + 3_600_000);
  if (!step) throw new AppError("invalid_input", "Choose an hour, a day or a month.");
  return addIntervals(now, step, 1, context.shop.ianaTimezone);
}
