import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import {
  countRedeemed,
  listManagedPointRewards,
  type ManagedPointReward,
  MOST_REDEEMED,
} from "#app/domain/loyalty/point-rewards/managed-point-reward.ts";
import { setPointRewardActive } from "#app/domain/loyalty/point-rewards/save-point-reward.ts";
import { rewardTypeOf } from "#app/domain/loyalty/rewards/reward-types.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { SavedSwitch, usePendingSwitches } from "../../churn/saved-switch.tsx";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { loyaltyWords } from "../loyalty-words.ts";
import { POINT_REWARDS } from "./point-reward-draft.ts";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const [rewards, redeemed] = await Promise.all([
    listManagedPointRewards(context),
    countRedeemed(context),
  ]);
  const { currency } = context.shop;
  return {
    rows: rewards.map((one) => showPointReward(one, redeemed.get(one.id) ?? 0, currency, formats)),
  };
}

function showPointReward(
  { id, name, points, reward, perCustomer, isActive }: ManagedPointReward,
  redeemed: number,
  currency: string,
  formats: Formats,
) {
  const gives = rewardTypeOf(reward).describe(reward, loyaltyWords(formats, currency));
  const most =
    perCustomer === null ? "" : ` At most ${formats.count(perCustomer, "time")} per customer.`;
  const times =
    redeemed > MOST_REDEEMED
      ? `more than ${formats.count(MOST_REDEEMED, "time")}`
      : formats.count(redeemed, "time");
  return {
    ...{ id: String(id), name, isActive },
    sentence: `${gives.replace(/^./, (letter) => letter.toUpperCase())} for ${formats.count(points, "point")}.${most}`,
    redeemed: redeemed === 0 ? "Not redeemed yet" : `Redeemed ${times}`,
  };
}

type Row = ReturnType<typeof showPointReward>;

export const action = formAction(
  z.object({ intent: z.literal("switch"), id: z.string(), active: z.boolean() }),
  async ({ context, input: { id, active } }) => {
    await setPointRewardActive(context, { id: readId(id), active });
    return { outcome: "saved" as const };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function LoyaltyPointRewards() {
  const { rows } = useLoaderData<typeof loader>();
  const pending = usePendingSwitches();
  const [error, setError] = useState<string | null>(null);
  const create = (
    <Button variant="primary" url={`${POINT_REWARDS}/new`}>
      Add reward
    </Button>
  );
  return (
    <Page
      title="Rewards for points"
      subtitle="What customers can choose for the points that they have collected"
      {...(rows.length > 0 && { primaryAction: create })}
    >
      <BlockStack gap="400">
        <LoyaltyTabs />
        <ErrorBanner title="The change was not saved" message={error} />
        {rows.length === 0 ? (
          <EmptyCard title="Points cannot be redeemed yet" action={create}>
            Say what customers get for their points: a discount, a free product, free shipping or
            store credit. They choose it on your storefront.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ul className="pn-list" aria-label="Rewards for points">
              {rows.map((row) => (
                <PointRewardRow
                  key={row.id}
                  row={{ ...row, isActive: pending.get(row.id) ?? row.isActive }}
                  onSwitched={setError}
                />
              ))}
            </ul>
          </Card>
        )}
      </BlockStack>
    </Page>
  );
}

function PointRewardRow({
  row,
  onSwitched,
}: {
  row: Row;
  onSwitched: (error: string | null) => void;
}) {
  const { id, name, isActive, sentence, redeemed } = row;
  return (
    <li className="pn-offered">
      <BlockStack gap="050">
        <InlineStack gap="200" blockAlign="center">
          <h2 className="Polaris-Text--root Polaris-Text--headingSm">
            <Link className="pn-name" to={`${POINT_REWARDS}/${id}`}>
              {name}
            </Link>
          </h2>
          <Badge {...(isActive && { tone: "success" as const })}>
            {isActive ? "Offered" : "Off"}
          </Badge>
        </InlineStack>
        <Text as="p" breakWord>
          {sentence}
        </Text>
        <Text as="p" tone="subdued" variant="bodySm">
          {redeemed}
        </Text>
      </BlockStack>
      <SavedSwitch id={id} label={`${name} is offered`} active={isActive} onAnswer={onSwitched} />
    </li>
  );
}
