import { Form } from "@remix-run/react";
import { Button, Select } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ReportQuery } from "./report-query.ts";

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

/** Which time a report is of. */
export function SpanForm({ query }: { query: ReportQuery }) {
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
