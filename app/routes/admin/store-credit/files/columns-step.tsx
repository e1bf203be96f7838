import { Banner, BlockStack, Select, TextField } from "@shopify/polaris";
import { useEffect, useRef } from "react";
import {
  ADJUSTMENT_TYPES,
  MAX_REASON_LENGTH,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import type { UnclearColumns } from "#app/domain/store-credit/files/credit-file.ts";
import {
  type ColumnSource,
  type ColumnSources,
  CREDIT_FILE_COLUMNS,
  type CreditFileColumn,
} from "#app/domain/store-credit/files/credit-file-columns.ts";
import { shortened } from "#app/lib/storable-text.ts";

const LABELS: Readonly<Record<CreditFileColumn, string>> = {
  customer: "Customer's number",
  email: "Customer's e-mail",
  amount: "Amount",
  type: "Type",
  reason: "Reason",
  currency: "Currency",
  expires: "Last day of use",
};
const NOT_THERE = "none";
const THE_SAME = "same";
/** What can be said once for all lines, and what it is at first. */
const SAME: Partial<Record<CreditFileColumn, string>> = { type: ADJUSTMENT_TYPES[0], reason: "" };

interface Choosing {
  question: UnclearColumns;
  sources: ColumnSources;
  choose: (column: CreditFileColumn, source: ColumnSource | null) => void;
  errorOf: (column: CreditFileColumn) => { error?: string };
}

/** Asks what the columns of a file mean whose titles do not say so. Takes the focus when it appears. */
export function ColumnsStep(choosing: Choosing) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => holder.current?.focus(), []);
  return (
    <BlockStack gap="300">
      <div ref={holder} tabIndex={-1} style={{ outline: "none" }}>
        <Banner tone="warning" title="What do the columns mean?">
          <p>{`${choosing.question.message} Say where each thing stands; the file stays as it is.`}</p>
        </Banner>
      </div>
      {CREDIT_FILE_COLUMNS.map((column) => (
        <ColumnChoice key={column} column={column} {...choosing} />
      ))}
    </BlockStack>
  );
}

function ColumnChoice({
  column,
  question,
  sources,
  choose,
  errorOf,
}: Choosing & { column: CreditFileColumn }) {
  const source = sources[column];
  const same = SAME[column];
  const options = [
    { value: NOT_THERE, label: "Not in the file" },
    ...(same === undefined ? [] : [{ value: THE_SAME, label: "The same for every line" }]),
    ...question.columns.map(({ title, sample }, place) => ({
      value: String(place),
      label: `${title || `Column ${place + 1}`}${sample && `: ${shortened(sample, 40)}`}`,
    })),
  ];
  const select = (value: string) => {
    if (value === NOT_THERE) choose(column, null);
    else choose(column, value === THE_SAME ? { text: same ?? "" } : { place: Number(value) });
  };
  return (
    <div className="pn-pair">
      <Select
        label={LABELS[column]}
        options={options}
        value={source ? ("text" in source ? THE_SAME : String(source.place)) : NOT_THERE}
        onChange={select}
        {...errorOf(column)}
      />
      {source && "text" in source && (
        <SameText column={column} text={source.text} change={(text) => choose(column, { text })} />
      )}
    </div>
  );
}

function SameText({
  column,
  text,
  change,
}: {
  column: CreditFileColumn;
  text: string;
  change: (text: string) => void;
}) {
  const label = `${LABELS[column]} of every line`;
  if (column === "type") {
    return <Select label={label} options={[...ADJUSTMENT_TYPES]} value={text} onChange={change} />;
  }
  return (
    <TextField
      label={label}
      autoComplete="off"
      maxLength={MAX_REASON_LENGTH}
      value={text}
      onChange={change}
    />
  );
}
