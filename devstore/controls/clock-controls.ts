import type { Hono } from "hono";
import { Temporal } from "temporal-polyfill";
import { z } from "zod";
import type { ChargeRunner } from "../contracts/charge-runner.ts";
import type { Devstore } from "../devstore.ts";
import { InputError } from "../input-error.ts";
import type { DevShop } from "../state/shop.ts";
import { advanceClock } from "./advance-clock.ts";
import { declareControl } from "./declare-control.ts";

const clockSchema = z
  .strictObject({
    /** ISO 8601 duration, in the shop's zone: P1D is until the same time tomorrow. */
    advance: z.string().optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    /** The app is down meanwhile: it is neither asked nor told anything on the way. */
    without_app: z.boolean().default(false),
  })
  .refine((body) => (body.advance === undefined) !== (body.to === undefined), {
    message: "exactly one of advance and to",
    path: ["advance"],
  });

/** One call goes no further: all that is due on the way happens before its answer. */
const mostYears = 10;
const allowed = `an ISO 8601 duration of up to ${mostYears} years, for example P1D or PT12H`;

/** The test clock of a shop: everything due on the way happens, in order, before the answer. */
export function mountClockControls(app: Hono, devstore: Devstore, charges: ChargeRunner): void {
  const running = new Map<string, Promise<unknown>>();
  declareControl(app, devstore, "clock", clockSchema, async ({ shop, body }) => {
    // One run at a time for each shop: two at once would pull the same clock.
    const turn = (running.get(shop.domain) ?? Promise.resolve()).then(() =>
      advanceClock(devstore, charges, shop.domain, {
        target: targetOf(devstore, shop, body),
        withoutApp: body.without_app,
      }),
    );
    running.set(
      shop.domain,
      turn.catch(() => undefined),
    );
    return turn;
  });
}

function targetOf(
  devstore: Devstore,
  shop: DevShop,
  body: { advance?: string | undefined; to?: string | undefined },
): Date {
  const now = devstore.state.now(shop.domain);
  const target = body.to === undefined ? moved(now, body.advance ?? "", shop) : new Date(body.to);
  const field = body.to === undefined ? "advance" : "to";
  if (target < now) throw new InputError(field, "a clock only goes forward");
  if (target > moved(now, `P${mostYears}Y`, shop)) {
    throw new InputError(field, `at most ${mostYears} years ahead at once`);
  }
  return target;
}

function moved(now: Date, duration: string, shop: DevShop): Date {
  try {
    const start = Temporal.Instant.fromEpochMilliseconds(now.getTime());
    const moved = start.toZonedDateTimeISO(shop.timezone).add(Temporal.Duration.from(duration));
    return new Date(moved.epochMilliseconds);
  } catch {
    throw new InputError("advance", allowed);
  }
}
