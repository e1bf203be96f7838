import type { CreditLineChoice } from "#app/domain/store-credit/files/list-credit-file-lines.ts";
import type { LineChoices } from "#app/ui/files/file-lines-card.tsx";
import { givenColumn, lineColumn, resultColumn } from "#app/ui/files/line-columns.tsx";
import type { TableColumn } from "#app/ui/responsive-table.tsx";
import type { CreditFileLineView } from "./credit-file-view.ts";

export const LINE_CHOICES: LineChoices<CreditLineChoice> = {
  all: { label: "All lines", none: "There are no more lines." },
  problems: { label: "With problems", none: "No line has a problem." },
  notices: { label: "Needs review", none: "There is nothing to look at." },
};

export const LINE_COLUMNS: TableColumn<CreditFileLineView>[] = [
  lineColumn,
  givenColumn("Amount", ({ amount }) => amount),
  { title: "Type", cell: ({ type }) => type || "–" },
  { title: "Reason", cell: ({ reason }) => reason || "–" },
  resultColumn,
];
