import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { PolicyEditor } from "./policy-editor.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return { policies: await listPlanPolicies(context) };
}

export const action = formAction(z.unknown(), async ({ context, input }) => {
  await setPlanPolicies(context, input);
  return { outcome: "saved" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CreditPolicies() {
  const { policies } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Plan policies"
      subtitle="How long credit from a plan lasts, and whether it ends with the membership"
    >
      <BlockStack gap="400">
        <CreditTabs />
        {policies.length === 0 ? (
          <EmptyCard title="There are no plans yet">
            Plans come from your store's selling plan groups. As soon as there is one, its policy is
            set here.
          </EmptyCard>
        ) : (
          <PolicyEditor policies={policies} />
        )}
      </BlockStack>
    </Page>
  );
}
