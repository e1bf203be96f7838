import type { ReactNode } from "react";

export interface TableColumn<Row> {
  title: string;
  /** What a row shows in this column. */
  cell: (row: Row) => ReactNode;
  /** Amounts are aligned to the end of their column. */
  atEnd?: boolean;
  /** The column that names the row: it heads the row's card on a phone. */
  leads?: boolean;
}

export interface ResponsiveTableProps<Row> {
  /** Read to those who cannot see the table's surroundings. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** True inside a card's padding, which on a phone is all it needs. */
  inset?: boolean;
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
}: ResponsiveTableProps<Row>) {
  return (
    <table className="pn-table" data-inset={inset || undefined}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, atEnd }) => (
            <th key={title} scope="col" className={atEnd ? "pn-end" : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
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
