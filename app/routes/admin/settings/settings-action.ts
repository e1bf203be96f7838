import { z } from "zod";
import { createApiKey } from "#app/domain/api-keys/create-api-key.ts";
import { revokeApiKey } from "#app/domain/api-keys/revoke-api-key.ts";
import { rotateApiKey } from "#app/domain/api-keys/rotate-api-key.ts";
import type { AppContext, ShopContext } from "#app/domain/context.ts";
import { switchCollection } from "#app/domain/data-export/switch-collection.ts";
import { listMigrations } from "#app/domain/diagnosis/list-migrations.ts";
import { checkInstallation, checkStore } from "#app/domain/diagnosis/run-checks.ts";
import { connectPoints, disconnectPoints } from "#app/domain/points-integration/connect-points.ts";
import { advanceTestClock } from "#app/domain/schedule/advance-test-clock.ts";
import { describeRetry } from "#app/domain/schedule/bring-to-rest.ts";
import { changeProxyPath } from "#app/domain/shops/change-proxy-path.ts";
import type { LoadContext } from "#app/http/load-context.ts";
import { addIntervals, type IntervalUnit } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";
import { readId } from "../input/read-id.ts";

/** The answer to a form of the settings page. A secret is only in the answer that creates it. */
export type SettingsOutcome =
  | { outcome: "created"; name: string; secret: string; overlapEnds: string | null }
  | { outcome: "revoked"; name: string }
  | { outcome: "advanced"; now: string; failing: string[] }
  | { outcome: "proxy-path-changed"; proxyPath: string }
  | { outcome: "collection-switched"; isOn: boolean }
  | { outcome: "points-connected" }
  | { outcome: "points-disconnected" }
  | {
      outcome: "checked";
      checks: {
        name: string;
        status: "ok" | "warning" | "failing";
        found: string;
        advice: string | null;
      }[];
    };

/** What the page's forms send. */
export const settingsFormSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("create-key"), name: z.string(), scopes: z.array(z.string()) }),
  z.object({ intent: z.literal("rotate-key"), keyId: z.string(), overlapHours: z.number() }),
  z.object({ intent: z.literal("revoke-key"), keyId: z.string() }),
  z.object({ intent: z.literal("change-proxy-path"), proxyPath: z.string() }),
  z.object({ intent: z.literal("switch-collection"), isOn: z.boolean() }),
  z.object({
    intent: z.literal("connect-points"),
    ...{ name: z.string(), namespace: z.string(), key: z.string(), isHidden: z.boolean() },
  }),
  z.object({ intent: z.literal("disconnect-points") }),
  z.object({ intent: z.literal("run-checks") }),
  z.object({ intent: z.literal("advance-clock"), by: z.enum(["hour", "day", "month"]) }),
]);
type SettingsForm = z.infer<typeof settingsFormSchema>;
type ClockStep = Extract<SettingsForm, { intent: "advance-clock" }>["by"];

/** How far one press of a button moves the test clock. */
const CLOCK_STEPS: Readonly<
  Record<Exclude<ClockStep, "hour">, { unit: IntervalUnit; count: number }>
> = {
  day: { unit: "day", count: 1 },
  month: { unit: "month", count: 1 },
};

/** Does what one of the page's forms asks for. */
export async function runSettingsAction({
  app,
  loadContext,
  context,
  formats,
  input,
}: {
  app: AppContext;
  loadContext: Pick<LoadContext, "environment" | "wantedScopes">;
  context: ShopContext;
  formats: Formats;
  input: SettingsForm;
}): Promise<SettingsOutcome> {
  switch (input.intent) {
    case "create-key": {
      const { name, scopes } = input;
      const { key, secret } = await createApiKey(context, { name, scopes });
      return { outcome: "created", name: key.name, secret, overlapEnds: null };
    }
    case "rotate-key": {
      const { key, secret, replaced } = await rotateApiKey(context, {
        keyId: readId(input.keyId),
        overlapHours: input.overlapHours,
      });
      const ends = replaced.state === "replaced" ? replaced.expiresAt : null;
      return {
        outcome: "created",
        name: key.name,
        secret,
        overlapEnds: ends && formats.instant(ends, context.shop.ianaTimezone),
      };
    }
    case "revoke-key": {
      const key = await revokeApiKey(context, readId(input.keyId));
      return { outcome: "revoked", name: key.name };
    }
    case "change-proxy-path": {
      const proxyPath = await changeProxyPath(context, input.proxyPath);
      return { outcome: "proxy-path-changed", proxyPath };
    }
    case "switch-collection": {
      await switchCollection(context, input.isOn);
      return { outcome: "collection-switched", isOn: input.isOn };
    }
    case "connect-points": {
      const { name, namespace, key, isHidden } = input;
      await connectPoints(context, { name, namespace, key, isHidden });
      return { outcome: "points-connected" };
    }
    case "disconnect-points": {
      await disconnectPoints(context);
      return { outcome: "points-disconnected" };
    }
    case "run-checks": {
      const { environment, wantedScopes } = loadContext;
      const [store, installation] = await Promise.all([
        checkStore(context, wantedScopes),
        checkInstallation({
          pool: app.db.pool,
          webProcesses: environment.WEB_CONCURRENCY,
          poolSize: environment.DATABASE_POOL_SIZE,
          migrations: await listMigrations(),
          mail: app.mail.transport,
        }),
      ]);
      const checks = [...store, ...installation].map((check) => ({
        name: check.name,
        status: check.status,
        found: check.found,
        advice: check.status === "ok" ? null : check.advice,
      }));
      return { outcome: "checked", checks };
    }
    case "advance-clock": {
      const to = stepFrom(context, input.by);
      const { now, failing } = await advanceTestClock(app, context.shop, to);
      return {
        outcome: "advanced",
        now: formats.instant(now, context.shop.ianaTimezone),
        failing: failing.map(describeRetry),
      };
    }
  }
}

function stepFrom(context: ShopContext, by: ClockStep): Date {
  const now = context.clock.now();
  if (by === "hour") return new Date(now.getTime() + 3_600_000);
  return addIntervals(now, CLOCK_STEPS[by], 1, context.shop.ianaTimezone);
}
