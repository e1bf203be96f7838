import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Page } from "@shopify/polaris";
import { z } from "zod";
import { listBulkGrants } from "#app/domain/store-credit/grants/list-bulk-grants.ts";
import { startBulkGrant } from "#app/domain/store-credit/grants/start-bulk-grant.ts";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { readAmount } from "../../input/read-amount.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { showBulkGrant, showEarlierGrant, showGrantablePlan } from "./bulk-grant-view.ts";
import { BulkGrantsCard } from "./bulk-grants-card.tsx";
import { GrantForm } from "./grant-form.tsx";

const GRANTS_SHOWN = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { shop, clock } = context;
  const [plans, grants] = await Promise.all([
    listPlanPolicies(context),
    listBulkGrants(context, GRANTS_SHOWN),
  ]);
  return {
    currency: shop.currency,
    plans: plans.map((plan) => showGrantablePlan(plan, clock.now(), shop, formats)),
    grants: grants.map((grant) => showBulkGrant(grant, shop, formats)),
  };
}

const submissionSchema = z.object({
  planId: z.string(),
  amount: z.string(),
  reason: z.string(),
  memberCount: z.number().int(),
  key: z.uuid(),
  again: z.boolean(),
});

export const action = formAction(submissionSchema, async ({ context, formats, input }) => {
  const { planId, ...grant } = input;
  const amount = readAmount("amount", input.amount, formats.locale, context.shop.currency);
  try {
    const start = await startBulkGrant(context, { ...grant, amount, planId: readId(planId) });
    if (start.outcome === "members_changed") return start;
    if (start.outcome !== "granted_lately") return { outcome: "started" as const };
    return { outcome: start.outcome, ...showEarlierGrant(start.grant, context.shop, formats) };
  } catch (error) {
    if (isAppError(error) && error.code === "idempotency_conflict") {
      return { outcome: "sent_before" as const };
    }
    throw error;
  }
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CreditGrants() {
  const { plans, grants, currency } = useLoaderData<typeof loader>();
  useRefresh(grants.some(({ isAtWork }) => isAtWork));
  return (
    <Page title="Grant to a plan" subtitle="The same amount for every active member">
      <BlockStack gap="400">
        <CreditTabs />
        {plans.length === 0 ? (
          <EmptyCard
            title="There are no plans yet"
            action={<Button url="/app/store-credit/customers">Search for a customer</Button>}
          >
            Plans come from your store's selling plan groups. Until there is one, credit is given to
            single customers.
          </EmptyCard>
        ) : (
          <GrantForm plans={plans} currency={currency} />
        )}
        {grants.length > 0 && <BulkGrantsCard grants={grants} />}
      </BlockStack>
    </Page>
  );
}
