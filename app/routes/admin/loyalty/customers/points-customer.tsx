import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData, useParams } from "@remix-run/react";
import { Badge, Banner, BlockStack, Button, Card, InlineStack, Page, Text } from "@shopify/polaris";
import { z } from "zod";
import { adjustPoints } from "#app/domain/loyalty/points/adjust-points.ts";
import { getPointsCustomer } from "#app/domain/loyalty/points/get-points-customer.ts";
import { listPointsHistory } from "#app/domain/loyalty/points/list-points-history.ts";
import { readPointsOn } from "#app/domain/loyalty/points/read-points-on.ts";
import {
  changeBirthday,
  readBirthday,
} from "#app/domain/loyalty/triggers/birthdays/set-birthday.ts";
import { isAppError, wrongField } from "#app/lib/app-error.ts";
import { shortened } from "#app/lib/storable-text.ts";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { customerUrl } from "../../customers/customer-link.tsx";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { Figure } from "../figure.tsx";
import { pointsNumber } from "../loyalty-words.ts";
import { PointsOnForm } from "../points-on-form.tsx";
import { showPointsOn } from "../points-on-view.ts";
import { AdjustPointsCard } from "./adjust-points-card.tsx";
import { BirthdayCard } from "./birthday-card.tsx";
import { showBirthday, showPointsCustomer, showPointsEntry } from "./points-customer-view.ts";
import { PointsTimelineCard } from "./points-timeline-card.tsx";

const ENTRIES_SHOWN = 25;
const LIST = "/app/loyalty/customers";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const olderThan = searchParams.get("older_than") ?? "";
  const on = searchParams.get("on") ?? "";
  const place = /^[1-9]\d{0,17}$/.test(olderThan) ? BigInt(olderThan) : null;
  const { customer, history, birthday, pointsOn } = await orNotFound(async () => {
    const customerId = addressId(params.customerId);
    return {
      customer: await getPointsCustomer(context, customerId),
      history: await listPointsHistory(context, customerId, place, ENTRIES_SHOWN),
      birthday: await readBirthday(context, customerId),
      pointsOn: on === "" ? null : await readPointsOn(context, customerId, on),
    };
  });
  return {
    customer: showPointsCustomer(customer, context.shop, formats),
    birthday: showBirthday(birthday, formats),
    asked: on === "" ? null : showPointsOn(shortened(on, 10), pointsOn, formats),
    entries: history.entries.map((entry) => showPointsEntry(entry, context.shop, formats)),
    olderThan: history.olderThan === null ? null : String(history.olderThan),
    isFirstPage: place === null,
  };
}

export const action = formAction(
  z.union([
    z.object({ intent: z.literal("save_birthday"), month: z.string(), day: z.string() }),
    z.object({ intent: z.literal("remove_birthday") }),
    z.object({ points: z.string(), reason: z.string(), key: z.uuid() }),
  ]),
  async ({ context, formats, params, input }) => {
    if ("intent" in input) {
      const given = input.intent === "save_birthday" ? readMonthDay(input) : null;
      const known = await changeBirthday(context, addressId(params.customerId), given);
      return { outcome: "birthday_saved" as const, isKnown: known !== null };
    }
    try {
      const { account, amountMinor } = await adjustPoints(
        context,
        addressId(params.customerId),
        input,
      );
      return {
        outcome: "adjusted" as const,
        key: input.key,
        before: pointsNumber(account.availableMinor - amountMinor, formats),
        after: pointsNumber(account.availableMinor, formats),
      };
    } catch (error) {
      if (isAppError(error) && error.code === "idempotency_conflict") {
        return { outcome: "sent_before" as const, key: input.key };
      }
      throw error;
    }
  },
);

function readMonthDay({ month, day }: { month: string; day: string }) {
  const [typedMonth, typedDay] = [month.trim(), day.trim()];
  if (!/^\d{1,2}$/.test(typedMonth) || !/^\d{1,2}$/.test(typedDay)) {
    throw wrongField("day", "Choose a month, and write a day as a number.");
  }
  return { month: Number(typedMonth), day: Number(typedDay) };
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function PointsCustomer() {
  const { customer, birthday, asked, entries, olderThan, isFirstPage } =
    useLoaderData<typeof loader>();
  const { customerId } = useParams();
  return (
    <Page
      title={customer.title}
      subtitle={customer.contact}
      backAction={{ content: "Customers' points", url: LIST }}
      secondaryActions={[{ content: "Customer page", url: customerUrl(customerId ?? "") }]}
      {...(customer.isErased && { titleMetadata: <Badge>Erased</Badge> })}
    >
      <BlockStack gap="400">
        {customer.isErased && (
          <Banner tone="info" title="This customer's data was erased">
            <p>Points stay, so that the ledger still balances. Nothing can be adjusted.</p>
          </Banner>
        )}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Points
            </Text>
            <div className="pn-figures">
              <Figure name="Available" value={customer.available} note="can be spent" />
              <Figure
                name="Pending"
                value={customer.pending}
                note="until return windows are over"
              />
              <Figure name="Owed" value={customer.owed} note="taken from what is earned next" />
              <Figure
                name="Total given"
                value={customer.given}
                note={`${customer.used} redeemed`}
              />
            </div>
            <InlineStack gap="400" blockAlign="center">
              <Text as="span" tone="subdued">
                {customer.nextExpiry}
              </Text>
              {customer.couponsUrl && (
                <Button variant="plain" url={customer.couponsUrl}>
                  Coupons
                </Button>
              )}
              <Button variant="plain" url={`/app/store-credit/customers/${customerId}`}>
                Store credit
              </Button>
            </InlineStack>
            <PointsOnForm asked={asked} />
          </BlockStack>
        </Card>
        {!customer.isErased && <AdjustPointsCard key={customerId} customer={customer} />}
        {!customer.isErased && <BirthdayCard key={`birthday-${customerId}`} birthday={birthday} />}
        {customer.progress.length > 0 && (
          <Card padding="0">
            <ResponsiveTable
              caption="Rules that this customer is on the way with"
              rows={customer.progress}
              rowKey={({ id }) => id}
              columns={[
                {
                  title: "Rule",
                  leads: true,
                  cell: ({ id, name }) => <Link to={`/app/loyalty/rules/${id}`}>{name}</Link>,
                },
                { title: "Type", cell: ({ type }) => type },
                { title: "Progress", atEnd: true, cell: ({ progress }) => progress },
              ]}
            />
          </Card>
        )}
        <PointsTimelineCard entries={entries} isFirstPage={isFirstPage} />
        {(olderThan !== null || !isFirstPage) && (
          <nav aria-label="Pages of the timeline">
            <InlineStack align="center" gap="200">
              {!isFirstPage && <Button url={`${LIST}/${customerId}`}>Newest</Button>}
              {olderThan !== null && (
                <Button url={`${LIST}/${customerId}?older_than=${olderThan}`}>Older</Button>
              )}
            </InlineStack>
          </nav>
        )}
      </BlockStack>
    </Page>
  );
}
