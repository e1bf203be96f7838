import { Button } from "@shopify/polaris";
import { useState } from "react";
import type { BulkActionKind } from "#app/domain/bulk-actions/bulk-action-kinds.ts";
import { SelectionBar } from "#app/ui/index-list/selection-bar.tsx";
import type { ListQuery } from "#app/ui/index-list/use-list-address.ts";
import type { ListSelection } from "#app/ui/index-list/use-row-selection.ts";
import { BulkDialog, type SentSelection } from "./bulk-dialog.tsx";
import { BULK_WORDS } from "./bulk-words.ts";

/** What can be done with the chosen rows of a list. In a list of customers, it changes their subscriptions. */
export function BulkBar({
  list,
  kinds,
  query,
  selection,
  rows,
  total,
}: {
  list: "subscriptions" | "failed_payments" | "customers";
  kinds: readonly BulkActionKind[];
  query: ListQuery;
  selection: ListSelection;
  rows: number;
  total: number;
}) {
  const [asking, setAsking] = useState<BulkActionKind | null>(null);
  const sent: SentSelection =
    list === "customers"
      ? { list, ids: selection.keys }
      : selection.isEverything
        ? { list, query: String(new URLSearchParams(query)) }
        : { list: "ticked", ids: selection.keys };
  return (
    <>
      <SelectionBar selection={selection} rows={rows} total={total}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            {...(kind === "cancel" && { tone: "critical" as const })}
            onClick={() => setAsking(kind)}
          >
            {BULK_WORDS[kind].button}
          </Button>
        ))}
      </SelectionBar>
      {asking && <BulkDialog kind={asking} selection={sent} onClose={() => setAsking(null)} />}
    </>
  );
}
