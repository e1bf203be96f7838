import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { Badge, Button, Card, InlineStack, Page } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import { listOffers } from "#app/domain/churn/offers/list-offers.ts";
import { setOfferActive } from "#app/domain/churn/offers/set-offer-active.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { formAction } from "../form-action.ts";
import { readId } from "../input/read-id.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { describeRules, offerFormOf } from "./offer-types/offer-type-forms.ts";
import { SavedSwitch } from "./saved-switch.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const offers = await listOffers(context);
  return {
    offers: offers.map(({ id, name, rules, active, oncePerCustomerMonths, reasonTitles }) => ({
      id: String(id),
      name,
      type: offerFormOf(rules.type).name,
      gives: describeRules(rules, context.shop.currency, formats),
      active,
      limit:
        oncePerCustomerMonths === null ? "No limit" : `Once in ${oncePerCustomerMonths} months`,
      reasons: reasonTitles,
    })),
  };
}

const switchSchema = z.object({ id: z.string(), active: z.boolean() });

export const action = formAction(switchSchema, async ({ context, input: { id, active } }) => {
  await setOfferActive(context, { offerId: readId(id), active });
  return { outcome: "saved" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function ChurnOffers() {
  const { offers } = useLoaderData<typeof loader>();
  const [switchError, setSwitchError] = useState<string | null>(null);
  const create = (
    <Button variant="primary" url="/app/churn/offers/new">
      Create offer
    </Button>
  );
  return (
    <Page
      title="Offers"
      subtitle="What a shopper may be offered on the way out"
      {...(offers.length > 0 && { primaryAction: create })}
    >
      {offers.length === 0 ? (
        <EmptyCard title="No offers yet" action={create}>
          An offer is a discount, another frequency or store credit. Create one, then choose under
          which cancellation reasons it is shown.
        </EmptyCard>
      ) : (
        <Card padding="0">
          <ErrorBanner title="The offer was not switched" message={switchError} />
          <ResponsiveTable
            caption="Retention offers"
            rows={offers}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Offer",
                leads: true,
                cell: ({ id, name }) => <Link to={`/app/churn/offers/${id}`}>{name}</Link>,
              },
              { title: "Type", cell: ({ type }) => type },
              { title: "Offer", cell: ({ gives }) => gives },
              {
                title: "Shown for",
                cell: ({ reasons }) =>
                  reasons.length === 0 ? (
                    <Badge tone="attention">No reason</Badge>
                  ) : (
                    reasons.join(", ")
                  ),
              },
              { title: "Per customer", cell: ({ limit }) => limit },
              {
                title: "Active",
                atEnd: true,
                cell: ({ id, name, active }) => (
                  <InlineStack align="end">
                    <SavedSwitch
                      id={id}
                      label={`${name} is active`}
                      active={active}
                      onAnswer={setSwitchError}
                    />
                  </InlineStack>
                ),
              },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
