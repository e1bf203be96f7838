import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { Button, Card, Page } from "@shopify/polaris";
import { listPriceChanges } from "#app/domain/price-changes/read-price-change.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { Progress } from "#app/ui/progress.tsx";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { openAdmin } from "../../open-admin.ts";
import { showPriceChange } from "./price-change-view.ts";

const SHOWN = 25;

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const changes = await listPriceChanges(context, SHOWN);
  return { changes: changes.map((one) => showPriceChange(one, context, formats)) };
}

export default function PriceChanges() {
  const { changes } = useLoaderData<typeof loader>();
  useRefresh(changes.some(({ isAtWork }) => isAtWork));
  const start = (
    <Button variant="primary" url="/app/plans/price-changes/new">
      Change a price
    </Button>
  );
  return (
    <Page
      title="Price changes"
      subtitle="New prices for those who subscribe already"
      backAction={{ content: "Plans", url: "/app/plans" }}
      {...(changes.length > 0 && { primaryAction: start })}
    >
      {changes.length === 0 ? (
        <EmptyCard title="No price change yet" action={start}>
          A plan's price is for new subscribers. Here you give those who have it already another
          price: each is told by email, with a link to cancel, before they pay it.
        </EmptyCard>
      ) : (
        <Card padding="0">
          <ResponsiveTable
            caption="Price changes, the latest first"
            rows={changes}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Price",
                leads: true,
                cell: ({ id, title }) => <Link to={`/app/plans/price-changes/${id}`}>{title}</Link>,
              },
              { title: "From", cell: ({ from }) => from },
              {
                title: "State",
                cell: ({ isAtWork, ended, rows, title, state }) =>
                  isAtWork ? <Progress done={ended} of={rows} what={title} /> : state,
              },
              { title: "By", cell: ({ by }) => by },
              { title: "Started", cell: ({ at }) => at },
            ]}
          />
        </Card>
      )}
    </Page>
  );
}
