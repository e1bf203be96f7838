import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import { listPlanPolicies } from "#app/domain/store-credit/policies/list-plan-policies.ts";
import { setPlanPolicies } from "#app/domain/store-credit/policies/set-plan-policies.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { formAction } from "../../form-action.ts";
import { readAmount } from "../../input/read-amount.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { CreditTabs } from "../credit-tabs.tsx";
import { PolicyEditor } from "./policy-editor.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  return { policies: await listPlanPolicies(context), currency: context.shop.currency };
}

const submissionSchema = z.object({
  policies: z.array(z.looseObject({ planId: z.string(), amount: z.string() })),
});

export const action = formAction(submissionSchema, async ({ context, formats, input }) => {
  const policies = input.policies.map(({ amount, ...policy }) => {
    const field = `${policy.planId}.amount`;
    return {
      ...policy,
      amount: readAmount(field, amount, formats.locale, context.shop.currency) || null,
    };
  });
  await setPlanPolicies(context, { policies });
  return { outcome: "saved" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function CreditPolicies() {
  const { policies, currency } = useLoaderData<typeof loader>();
  return (
    <Page
      title="Plan policies"
      subtitle="What credit a membership gives with each charge, how long it lasts, and whether it ends with it"
    >
      <BlockStack gap="400">
        <CreditTabs />
        {policies.length === 0 ? (
          <EmptyCard title="There are no plans yet">
            Plans come from your store's selling plan groups. As soon as there is one, its policy is
            set here.
          </EmptyCard>
        ) : (
          <PolicyEditor policies={policies} currency={currency} />
        )}
      </BlockStack>
    </Page>
  );
}
