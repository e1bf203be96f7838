import type { LoyaltyLineChoice } from "#app/domain/loyalty/files/read-loyalty-files.ts";
import type { LineChoices } from "#app/ui/files/file-lines-card.tsx";
import { givenColumn, lineColumn, resultColumn } from "#app/ui/files/line-columns.tsx";
import type { TableColumn } from "#app/ui/responsive-table.tsx";
import type { LoyaltyFileLineView } from "./loyalty-file-view.ts";

export const LINE_CHOICES: LineChoices<LoyaltyLineChoice> = {
  all: { label: "All lines", none: "There are no more lines." },
  problems: { label: "With problems", none: "No line has a problem." },
};

export const LINE_COLUMNS: TableColumn<LoyaltyFileLineView>[] = [
  lineColumn,
  givenColumn("Points", ({ points }) => points),
  { title: "Tier", cell: ({ tier }) => tier || "–" },
  { title: "Reason", cell: ({ reason }) => reason || "–" },
  resultColumn,
];
