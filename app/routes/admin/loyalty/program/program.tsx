import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Page } from "@shopify/polaris";
import { z } from "zod";
import {
  readLoyaltySettings,
  saveLoyaltySettings,
} from "#app/domain/loyalty/program/loyalty-settings.ts";
import { RECENT_DAYS, readPointsFigures } from "#app/domain/loyalty/program/read-points-figures.ts";
import { readProgramCosts } from "#app/domain/loyalty/program/read-program-costs.ts";
import { readRepeatRates } from "#app/domain/loyalty/program/read-repeat-rates.ts";
import { listManagedRules } from "#app/domain/loyalty/read/managed-rule.ts";
import { readBlockSeen } from "#app/domain/shops/block-seen.ts";
import { addDays } from "#app/lib/zoned-time.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNull } from "../../or-null.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { RULES } from "../rules/status-words.ts";
import { CostsCard } from "./costs-card.tsx";
import { PointsFiguresCard } from "./points-figures-card.tsx";
import { showBlocks, showCosts, showPoints, showRepeat, showState } from "./program-view.ts";
import { RepeatCard } from "./repeat-card.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { StateCard } from "./state-card.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { shop, clock } = context;
  const since = addDays(clock.now(), -RECENT_DAYS, shop.ianaTimezone);
  const [settings, rules, points, costs, repeat, seen] = await Promise.all([
    readLoyaltySettings(context.db.prisma, shop.id),
    listManagedRules(context),
    orNull(context, "loyalty", readPointsFigures(context)),
    orNull(context, "loyalty", readProgramCosts(context, since)),
    orNull(context, "loyalty", readRepeatRates(context)),
    readBlockSeen(context, "loyalty"),
  ]);
  return {
    settings,
    isBlank: rules.length === 0,
    state: showState(rules, settings, formats),
    blocks: showBlocks(seen, shop.ianaTimezone, formats),
    repeat: repeat && showRepeat(repeat, formats),
    points: points && showPoints(points, formats),
    costs: costs && showCosts(costs, shop.currency, formats),
  };
}

export const action = formAction(
  z.object({ version: z.string(), input: z.unknown() }),
  async ({ context, input }) => saveLoyaltySettings(context, input),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function LoyaltyProgram() {
  const { settings, isBlank, state, blocks, points, costs, repeat } =
    useLoaderData<typeof loader>();
  return (
    <Page title="Loyalty" subtitle="What customers collect, and what it costs">
      <BlockStack gap="400">
        <LoyaltyTabs />
        {isBlank ? (
          <EmptyCard
            title="The loyalty program is not running yet"
            action={
              <Button variant="primary" url={`${RULES}/new`}>
                Create the first rule
              </Button>
            }
          >
            Make a rule, try it over your store's past to see what it would have cost, and switch it
            on.
          </EmptyCard>
        ) : (
          <>
            <StateCard state={state} blocks={blocks} />
            <PointsFiguresCard points={points} />
            <CostsCard costs={costs} />
            <RepeatCard repeat={repeat} />
          </>
        )}
        <SettingsCard settings={settings} />
      </BlockStack>
    </Page>
  );
}
