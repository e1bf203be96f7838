import { Link } from "@remix-run/react";
import { BlockStack, Button, ButtonGroup, Text } from "@shopify/polaris";
import { useState } from "react";
import { ResponsiveTable } from "#app/ui/responsive-table.tsx";
import { StatusBadge } from "../../subscriptions/list/status-badge.tsx";
import { type Asked, ContractQuestion } from "./contract-question.tsx";
import type { ContractView } from "./customer-view.ts";
import { PartCard, type PartPage } from "./part-card.tsx";

/** The customer's contracts, and what can be done to each from here. */
export function ContractsCard({
  part,
  customer,
}: {
  part: PartPage<ContractView> | null;
  customer: string;
}) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <PartCard
        title="Subscriptions"
        part={part}
        pageName="contracts"
        empty="This customer has never subscribed to one of your plans."
      >
        {(rows) => (
          <ResponsiveTable
            inset
            caption="Subscriptions of this customer, the newest first"
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                title: "Plan",
                leads: true,
                cell: ({ id, plan, contract }) => (
                  <BlockStack>
                    <Link to={`/app/subscriptions/${id}`}>{plan}</Link>
                    <Text as="span" tone="subdued" variant="bodySm">
                      Contract {contract}
                    </Text>
                  </BlockStack>
                ),
              },
              {
                title: "Status",
                cell: ({ status, isPastDue }) => (
                  <StatusBadge status={status} isPastDue={isPastDue} />
                ),
              },
              { title: "Amount", atEnd: true, cell: ({ amount }) => amount },
              { title: "Next charge", cell: (contract) => <NextCharge contract={contract} /> },
              {
                title: "Actions",
                cell: (contract) => (
                  <Actions contract={contract} onAsk={(what) => setAsked({ what, contract })} />
                ),
              },
            ]}
          />
        )}
      </PartCard>
      <ContractQuestion asked={asked} customer={customer} onClose={() => setAsked(null)} />
    </>
  );
}

/** What is owed is said with what can be done about it, which is done on the subscription's own page. */
function NextCharge({ contract: { id, next, owed, isPastDue } }: { contract: ContractView }) {
  if (!owed || !isPastDue) return next;
  return (
    <BlockStack>
      <span>{next}</span>
      <Text as="span" tone="subdued" variant="bodySm">
        {owed}
      </Text>
      <Link to={`/app/subscriptions/${id}`}>Charge it again, or skip it</Link>
    </BlockStack>
  );
}

function Actions({
  contract,
  onAsk,
}: {
  contract: ContractView;
  onAsk: (what: Asked["what"]) => void;
}) {
  const { status, isWaiting, skip } = contract;
  if (status === "cancelled") return "–";
  const button = (what: Asked["what"], word: string) => (
    <Button
      size="slim"
      accessibilityLabel={`${word}: ${contract.plan}, contract ${contract.contract}`}
      {...(what === "cancel" && { tone: "critical" as const })}
      onClick={() => onAsk(what)}
    >
      {word}
    </Button>
  );
  return (
    <ButtonGroup>
      {skip && button("skip", "Skip")}
      {!isWaiting && status === "active" && button("pause", "Pause")}
      {!isWaiting && status === "paused" && button("resume", "Resume")}
      {button("cancel", "Cancel")}
    </ButtonGroup>
  );
}
