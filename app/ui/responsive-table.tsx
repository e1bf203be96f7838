import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RowTick } from "./index-list/row-tick.tsx";
import type { RowSelection } from "./index-list/use-row-selection.ts";

export interface TableColumn<Row> {
  title: string;
  /** What a row shows in this column. */
  cell: (row: Row) => ReactNode;
  /** Amounts are aligned to the end of their column. */
  atEnd?: boolean;
  /** The column that names the row: it heads the row's card on a phone. */
  leads?: boolean;
  /** Where the list is ordered by this column, and how it is now. */
  sort?: { url: string; order: "ascending" | "descending" | null };
}

export interface ResponsiveTableProps<Row> {
  /** Read to those who cannot see the table's surroundings. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** True inside a card's padding, which on a phone is all it needs. */
  inset?: boolean;
  /** The link of the leading column takes up its whole row. */
  rowLinks?: boolean;
  /** Rows can be ticked; `nameOf` says a row's name beside its box. */
  selection?: RowSelection & { nameOf: (row: Row) => string };
}

/**
 * A table that becomes a list of cards on a phone. Only the style changes, so nothing jumps when the page is
 * hydrated.
 */
export function ResponsiveTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  inset = false,
  rowLinks = false,
  selection,
}: ResponsiveTableProps<Row>) {
  return (
    <table
      className="pn-table"
      data-inset={inset || undefined}
      data-ticks={selection ? true : undefined}
      data-links={rowLinks || undefined}
    >
      <caption>{caption}</caption>
      <thead>
        <tr>
          {selection && <td className="pn-tick" />}
          {columns.map(({ title, atEnd, sort }) => (
            <th
              key={title}
              scope="col"
              className={atEnd ? "pn-end" : undefined}
              aria-sort={sort?.order ?? undefined}
            >
              {sort ? (
                <Link className="pn-head-link" to={sort.url} preventScrollReset>
                  {title}
                  <span className="pn-sort" aria-hidden="true" />
                </Link>
              ) : (
                title
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} data-ticked={selection?.has(rowKey(row)) || undefined}>
            {selection && (
              <td className="pn-tick">
                <RowTick
                  label={`Select ${selection.nameOf(row)}`}
                  checked={selection.has(rowKey(row))}
                  onChange={() => selection.toggle(rowKey(row))}
                />
              </td>
            )}
            {columns.map(({ title, cell, atEnd, leads }) => (
              <td
                key={title}
                data-title={title}
                data-lead={leads || undefined}
                className={atEnd ? "pn-end" : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
