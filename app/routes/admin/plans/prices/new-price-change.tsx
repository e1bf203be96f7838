import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Page } from "@shopify/polaris";
import { z } from "zod";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { previewPriceChange } from "#app/domain/price-changes/preview-price-change.ts";
import { startPriceChange } from "#app/domain/price-changes/start-price-change.ts";
import { ADVISED_NOTICE_DAYS } from "#app/domain/price-changes/tell-of-price.ts";
import { wrongField } from "#app/lib/app-error.ts";
import { parseDecimalToMinor } from "#app/lib/money.ts";
import { addDays, formatDate } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { readAmount } from "../../input/read-amount.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { ObstacleBanner, showObstacle } from "./obstacle-banner.tsx";
import { PriceForm } from "./price-form.tsx";
import { readPercent } from "./read-percent.ts";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { shop, clock } = context;
  const groups = await listPlanGroups(context);
  const plans = groups.flatMap((group) =>
    group.plans.map(({ id, name, subscriptionCount }) => ({
      id: String(id),
      name,
      label: `${group.name}: ${name} (${formats.count(subscriptionCount, "subscriber")})`,
    })),
  );
  const wanted = new URL(request.url).searchParams.get("plan");
  const plan = plans.find(({ id }) => id === wanted) ?? plans[0] ?? null;
  const found = plan && (await orNotFound(() => previewPriceChange(context, readId(plan.id))));
  const zone = shop.ianaTimezone;
  return {
    plans,
    plan,
    preview: found && { ...found, obstacle: null },
    obstacle: found?.obstacle ? showObstacle(found.obstacle, zone, formats) : null,
    currency: shop.currency,
    noticeDays: ADVISED_NOTICE_DAYS,
    day: formatDate(addDays(clock.now(), ADVISED_NOTICE_DAYS + 1, zone), zone),
  };
}

const submissionSchema = z.object({
  planId: z.string(),
  by: z.enum(["price", "percent", "terms"]),
  price: z.string().max(40),
  percent: z.string().max(40),
  day: z.string().max(40),
  noticeDays: z.string().max(40),
  silence: z.enum(["agrees", "keeps", "cancels"]),
  termsNote: z.string().max(10_000),
  planPrice: z.enum(["keep", "now", "on_day"]),
  key: z.uuid(),
});

export const action = formAction(submissionSchema, async ({ context, formats, input }) => {
  const { planId, by, day, key } = input;
  const { currency } = context.shop;
  const isPrice = by === "price";
  const termsNote = input.termsNote.trim() || null;
  if (by === "terms" && termsNote === null) throw wrongField("termsNote", "Say what changes.");
  const { id } = await startPriceChange(context, {
    planId: readId(planId),
    fixedMinor: isPrice
      ? (parseDecimalToMinor(
          readAmount("price", input.price, formats.locale, currency),
          currency,
        ) ?? 0)
      : null,
    percentHundredths: by === "percent" ? readPercent("percent", input.percent) : null,
    ...{ silence: input.silence, termsNote },
    planPrice: by === "terms" ? "keep" : input.planPrice,
    ...{ day, key, noticeDays: readDays(input.noticeDays) },
  });
  return { outcome: "started" as const, id: String(id) };
});

function readDays(typed: string): number {
  const days = typed.trim();
  if (/^\d{1,3}$/.test(days)) return Number(days);
  throw wrongField("noticeDays", "Enter whole days, for example 30.");
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function NewPriceChange() {
  const { plan, preview, obstacle, ...data } = useLoaderData<typeof loader>();
  useRefresh(obstacle?.kind === "stopping");
  return (
    <Page
      title="Change a price"
      backAction={{ content: "Price changes", url: "/app/plans/price-changes" }}
    >
      <BlockStack gap="400">
        {obstacle && <ObstacleBanner obstacle={obstacle} />}
        {plan && preview ? (
          <PriceForm {...data} plan={plan} preview={preview} isBlocked={obstacle !== null} />
        ) : (
          <EmptyCard title="No plans yet" action={<Button url="/app/plans">Show plans</Button>}>
            A price is changed for those who subscribe to a plan. Create a plan first.
          </EmptyCard>
        )}
      </BlockStack>
    </Page>
  );
}
