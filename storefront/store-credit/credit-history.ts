import { isolated } from "./isolated.ts";

/** Why credit has moved, as the store answers it. */
export interface Line {
  date: string;
  date_text: string;
  amount_text: string;
  type: number;
  on_hold: boolean;
  reason: string | null;
  order_name: string | null;
}

/** A row of the history's table for each line. `words` writes one of the page's sentences. */
export function rowsOf(
  lines: readonly Line[],
  words: (key: string, values: Partial<Line>) => (string | Node)[],
): HTMLTableRowElement[] {
  return lines.map((line) => {
    const row = document.createElement("tr");
    const day = document.createElement("time");
    day.dateTime = line.date;
    day.append(line.date_text);
    row.insertCell().append(day);
    const why = row.insertCell();
    why.append(...words(line.on_hold ? "on_hold" : `t${line.type}`, line));
    if (line.reason) {
      const reason = document.createElement("small");
      reason.append(line.reason);
      why.append(document.createElement("br"), reason);
    }
    row.insertCell().append(isolated(line.amount_text));
    return row;
  });
}
