import { Form } from "@remix-run/react";
import { BlockStack, Button, Card, Select, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditReportQuery } from "./credit-report-query.ts";
import {
  CREDIT_FLOW_NAMES,
  CREDIT_FLOWS,
  type CreditPeriodView,
  type CreditTypeView,
} from "./credit-report-view.ts";
import { FlowChart } from "./flow-chart.tsx";
import { OutstandingChart } from "./outstanding-chart.tsx";

export interface CreditReportView {
  outstanding: string;
  available: string;
  held: string;
  holders: string;
  currency: string;
  periods: readonly CreditPeriodView[];
  types: readonly CreditTypeView[];
}

/** What is owed in credit: now, over time, and by what moved. Null: could not be read. */
export function LiabilityCard({
  query,
  report,
}: {
  query: CreditReportQuery;
  report: CreditReportView | null;
}) {
  if (!report) {
    return (
      <Card>
        <Text as="p" tone="critical">
          The figures could not be read. Reload the page to try again.
        </Text>
      </Card>
    );
  }
  return (
    <>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            {`Outstanding now, in ${report.currency}`}
          </Text>
          <div className="pn-figures">
            <Figure name="Outstanding" value={report.outstanding} note={`to ${report.holders}`} />
            <Figure name="Available" value={report.available} note="can be spent" />
            <Figure name="Held" value={report.held} note="reserved by checkouts" />
          </div>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Outstanding over time
          </Text>
          <SpanForm query={query} />
          <OutstandingChart periods={report.periods} currency={report.currency} />
          <Text as="h3" variant="headingSm">
            Activity
          </Text>
          <FlowChart periods={report.periods} currency={report.currency} />
          <details className="pn-details">
            <summary>Show these figures as a table</summary>
            <ResponsiveTable
              inset
              caption={`Credit outstanding at the end of each ${query.step}, and what moved in it`}
              rows={[...report.periods].reverse()}
              rowKey={({ name }) => name}
              columns={periodColumns(query.step)}
            />
          </details>
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            By type, over the same time
          </Text>
          {report.types.length === 0 ? (
            <Text as="p" tone="subdued">
              No credit moved in this time. Choose a longer one to see what did.
            </Text>
          ) : (
            <ResponsiveTable
              inset
              caption="What moved, by type"
              rows={report.types}
              rowKey={({ typeCode }) => String(typeCode)}
              columns={TYPE_COLUMNS}
            />
          )}
        </BlockStack>
      </Card>
    </>
  );
}

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <BlockStack gap="050">
      <Text as="h3" variant="bodySm" tone="subdued">
        {name}
      </Text>
      <Text as="p" variant="headingXl">
        {value}
      </Text>
      <Text as="p" variant="bodySm" tone="subdued">
        {note}
      </Text>
    </BlockStack>
  );
}

const SPAN_OPTIONS = [
  { value: "30d", label: "Last 30 days" },
  { value: "90d", label: "Last 90 days" },
  { value: "12m", label: "Last 12 months" },
  { value: "24m", label: "Last 24 months" },
];
const STEP_OPTIONS = [
  { value: "day", label: "By day" },
  { value: "month", label: "By month" },
];

function SpanForm({ query }: { query: CreditReportQuery }) {
  const [fields, setFields] = useState<{ span: string; step: string }>(query);
  useEffect(() => setFields(query), [query]);
  return (
    <Form method="get" role="search" aria-label="Time of the report" preventScrollReset>
      <div className="pn-filters">
        <Select
          label="Time"
          name="span"
          options={SPAN_OPTIONS}
          value={fields.span}
          onChange={(span) => setFields({ span, step: span.endsWith("d") ? "day" : "month" })}
        />
        <Select
          label="Steps"
          name="step"
          options={STEP_OPTIONS}
          value={fields.step}
          onChange={(step) => setFields({ ...fields, step })}
        />
        <div>
          <Button submit>Show</Button>
        </div>
      </div>
    </Form>
  );
}

function periodColumns(step: "day" | "month"): TableColumn<CreditPeriodView>[] {
  return [
    { title: step === "day" ? "Day" : "Month", leads: true, cell: ({ label }) => label },
    ...CREDIT_FLOWS.map((flow) => ({
      title: CREDIT_FLOW_NAMES[flow],
      atEnd: true,
      cell: ({ flows }: CreditPeriodView) => flows[flow],
    })),
    { title: "Outstanding", atEnd: true, cell: ({ outstanding }) => outstanding },
  ];
}

const TYPE_COLUMNS: TableColumn<CreditTypeView>[] = [
  { title: "Type", leads: true, cell: ({ name }) => name },
  { title: "Entries", atEnd: true, cell: ({ entries }) => entries },
  { title: "Given", atEnd: true, cell: ({ given }) => given },
  { title: "Taken", atEnd: true, cell: ({ taken }) => taken },
  { title: "Net", atEnd: true, cell: ({ net }) => net },
];
