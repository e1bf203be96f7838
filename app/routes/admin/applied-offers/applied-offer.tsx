import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, Link, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page, Text } from "@shopify/polaris";
import { Fragment, type ReactNode, useState } from "react";
import { z } from "zod";
import { revokeAppliedOffer } from "#app/domain/churn/activation/revoke-applied-offer.ts";
import { getAppliedOffer } from "#app/domain/churn/reports/get-applied-offer.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { Timeline } from "#app/ui/timeline.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { formAction } from "../form-action.ts";
import { addressId } from "../input/read-id.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { orNotFound } from "../or-not-found.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { showActivity } from "../show-activity.ts";
import { type AppliedOfferView, showAppliedOffer } from "./applied-offer-view.ts";
import { StateBadge } from "./state-badge.tsx";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { applied, timeline } = await orNotFound(() =>
    getAppliedOffer(context, addressId(params.appliedOfferId)),
  );
  return {
    applied: showAppliedOffer(applied, context.shop, formats),
    timeline: showActivity(context, formats, timeline, "one-subscription"),
  };
}

export const action = formAction(z.object({}), async ({ context, params }) => {
  await revokeAppliedOffer(context, addressId(params.appliedOfferId));
  return { outcome: "revoked" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function AppliedOffer() {
  const { applied, timeline } = useLoaderData<typeof loader>();
  const form = useFormRequest<{ outcome: "revoked" }>(() => showToast("Offer revoked"));
  const [asking, setAsking] = useState(false);
  return (
    <Page
      title={applied.offer}
      subtitle={applied.customer}
      backAction={{ content: "Applied offers", url: "/app/churn/applied-offers" }}
      titleMetadata={<StateBadge state={applied.state} />}
      {...(applied.state === "active" && {
        secondaryActions: (
          <Button tone="critical" loading={form.isSending} onClick={() => setAsking(true)}>
            Revoke offer
          </Button>
        ),
      })}
    >
      <BlockStack gap="400">
        <ErrorBanner title="The offer was not revoked" message={form.error?.message ?? null} />
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Details
            </Text>
            <Facts facts={factsOf(applied)} />
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Timeline of contract {applied.contract}
            </Text>
            {timeline.length === 0 ? (
              <Text as="p" tone="subdued">
                Nothing is recorded for this contract.
              </Text>
            ) : (
              <Timeline entries={timeline} />
            )}
          </BlockStack>
        </Card>
      </BlockStack>
      <RevokeDialog
        open={asking}
        applied={applied}
        onClose={() => setAsking(false)}
        onRevoke={() => {
          setAsking(false);
          form.send({});
        }}
      />
    </Page>
  );
}

function factsOf(applied: AppliedOfferView): [string, ReactNode][] {
  const { customerUrl, contractUrl, contract } = applied;
  const customer = applied.contact ?? applied.customer;
  return [
    ["Offer", applied.gives],
    [
      "Customer",
      customerUrl ? (
        <Link key="customer" to={customerUrl}>
          {customer}
        </Link>
      ) : (
        customer
      ),
    ],
    [
      "Contract",
      <Fragment key="contract">
        <Link to={contractUrl}>{contract}</Link>
        {`, ${applied.plan}`}
      </Fragment>,
    ],
    ["Price", applied.price],
    ["Reason", applied.reason],
    ["Source", applied.source],
    ["Cycles left", applied.cyclesLeft],
    ["Cost so far", applied.cost],
    ["Requested", applied.requested],
    ["Accepted", applied.accepted],
    ["Canceled", applied.cancelled],
    ["State", applied.stateNote],
  ];
}

function RevokeDialog({
  open,
  applied,
  onClose,
  onRevoke,
}: {
  open: boolean;
  applied: AppliedOfferView;
  onClose: () => void;
  onRevoke: () => void;
}) {
  return (
    <Dialog
      open={open}
      title="Revoke this offer?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep offer</Button>
          <Button variant="primary" tone="critical" onClick={onRevoke}>
            Revoke offer
          </Button>
        </>
      }
    >
      <Text as="p">
        {applied.customer} loses “{applied.offer}” 24 hours from now: a discount leaves the
        contract, a changed frequency goes back, unused credit is taken back. The subscription goes
        on.
      </Text>
    </Dialog>
  );
}
