import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Page } from "@shopify/polaris";
import { listActivity } from "#app/domain/activity/list-activity.ts";
import { listAttention } from "#app/domain/attention/list-attention.ts";
import { readRetentionFigures } from "#app/domain/churn/reports/read-retention-figures.ts";
import type { ShopContext } from "#app/domain/context.ts";
import { readPastImports } from "#app/domain/past-imports/read-past-imports.ts";
import { readSetupGuide } from "#app/domain/shops/read-setup-guide.ts";
import { setupGuideChangeSchema } from "#app/domain/shops/setup-guide.ts";
import { updateSetupGuide } from "#app/domain/shops/update-setup-guide.ts";
import { formAction } from "../form-action.ts";
import { openAdmin } from "../open-admin.ts";
import { showActivity } from "../show-activity.ts";
import { ActivityCard } from "./activity-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { ImportBanner } from "./import-banner.tsx";
import { showAttention, showFigures, showImports } from "./overview-views.ts";
import { RetentionCard } from "./retention-card.tsx";
import { SetupGuideCard, useSetupGuide } from "./setup-guide-card.tsx";

const PERIOD_DAYS = 30;
const ACTIVITY_LINES = 10;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const part = <T,>(work: Promise<T>) => orNull(context, work);
  const [guide, imports, figures, attention, activity] = await Promise.all([
    part(readSetupGuide(context)),
    part(readPastImports(context).then((open) => showImports(formats, open))),
    part(readRetentionFigures(context, PERIOD_DAYS).then(showFigures)),
    part(listAttention(context).then((items) => showAttention(context, formats, items))),
    part(
      listActivity(context, { limit: ACTIVITY_LINES }).then((all) =>
        showActivity(context, formats, all, "name-subscription"),
      ),
    ),
  ]);
  return { shopName: context.shop.name, guide, imports, figures, attention, activity };
}

/** One part that cannot be read leaves the others standing, and says so in its place. */
async function orNull<T>(context: ShopContext, work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    context.log.error({ err: error }, "a part of the overview could not be read");
    return null;
  }
}

export const action = formAction(setupGuideChangeSchema, async ({ context, input }) => {
  await updateSetupGuide(context, input);
  return { outcome: "saved" as const };
});

export default function Overview() {
  const { shopName, guide, imports, figures, attention, activity } = useLoaderData<typeof loader>();
  const setup = useSetupGuide(guide);
  return (
    <Page
      title="Overview"
      subtitle={shopName}
      {...(setup.hidden && {
        secondaryActions: <Button onClick={setup.bringBack}>Show setup guide</Button>,
      })}
    >
      <BlockStack gap="400">
        {setup.guide && <SetupGuideCard {...setup} guide={setup.guide} />}
        {imports?.map((view) => (
          <ImportBanner key={view.title} view={view} />
        ))}
        <AttentionCard items={attention} />
        <RetentionCard report={figures} />
        <ActivityCard entries={activity} />
      </BlockStack>
    </Page>
  );
}
