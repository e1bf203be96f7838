import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page, Text } from "@shopify/polaris";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { openAdmin } from "../open-admin.ts";
import { describePlan } from "./describe-plan.ts";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { currency } = context.shop;
  const groups = await listPlanGroups(context);
  return {
    groups: groups.map(({ id, name, kind, plans }) => ({
      id: String(id),
      name,
      kind: kind === "membership" ? "Membership" : "Product subscription",
      plans: plans.map((plan) => ({
        id: String(plan.id),
        name: plan.name,
        terms: describePlan(plan, null, { kind, currency, formats }),
      })),
      subscriptions: formats.count(
        plans.reduce((sum, plan) => sum + plan.subscriptionCount, 0),
        "subscription",
      ),
    })),
  };
}

export default function PlanGroups() {
  const { groups } = useLoaderData<typeof loader>();
  const create = (
    <Button variant="primary" url="/app/plans/new">
      Create plan group
    </Button>
  );
  return (
    <Page
      title="Plans"
      subtitle="What shoppers can subscribe to"
      {...(groups.length > 0 && {
        primaryAction: create,
        secondaryActions: [
          { content: "Customer portal", url: "/app/plans/portal" },
          { content: "Price changes", url: "/app/plans/price-changes" },
        ],
      })}
    >
      {groups.length === 0 ? (
        <EmptyCard title="No plans yet" action={create}>
          A plan says how often a product or a membership renews, and at what price. Create a group
          of plans, then choose the products that it is offered with.
        </EmptyCard>
      ) : (
        <Card padding="0">
          <ResponsiveTable
            caption="Plan groups"
            rows={groups}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Group",
                leads: true,
                cell: ({ id, name }) => <Link to={`/app/plans/${id}`}>{name}</Link>,
              },
              { title: "Kind", cell: ({ kind }) => kind },
              {
                title: "Plans",
                cell: ({ plans }) => (
                  <BlockStack>
                    {plans.map(({ id, name, terms }) => (
                      <Text as="span" key={id}>
                        {name}: {terms}
                      </Text>
                    ))}
                  </BlockStack>
                ),
              },
              { title: "In use", cell: ({ subscriptions }) => subscriptions },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
