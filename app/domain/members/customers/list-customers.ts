import { prepared } from "#app/lib/prepared.ts";
import type { ShopContext } from "../../context.ts";
import { rollUpForReader } from "../../ledger/roll-up-credit.ts";
import { countCustomers } from "./count-customers.ts";
import {
  type CustomerFilter,
  type CustomerFilters,
  readCustomerFilters,
} from "./customer-filters.ts";
import type { CustomerSort } from "./customer-sorts.ts";
import { type CustomersForm, customersSql, meetingSets } from "./customers-sql.ts";
import { FEW, findFew } from "./find-few.ts";

/** Where a page begins: behind the customer with this key of the order. */
export interface CustomerPlace {
  key: string;
  id: bigint;
}

export interface CustomerPage {
  /** Internal ids in order. */
  ids: bigint[];
  /** Where the next page begins; null on the last one. */
  next: CustomerPlace | null;
  /** How many there are in all; null where that is not counted. */
  total: number | null;
  /** Than how many there are more at least, where they are not counted. */
  moreThan: number;
}

/**
 * A page of the store's customers. Where a filter lets few through, these are put in order; else the order's index is followed, at first
 * asking each customer on the way, and after some thousand among all who pass the filters. Record 148 has what each costs.
 */
export async function listCustomers(
  context: ShopContext,
  filters: CustomerFilters,
  sort: CustomerSort,
  place: CustomerPlace | null,
  limit: number,
): Promise<CustomerPage> {
  const { names, set } = readCustomerFilters(filters);
  if (sort === "credit" || filters.credit) await rollUpForReader(context);
  const few = await findFew(context, names, set);
  const values = [
    String(context.shop.id),
    place?.key ?? null,
    place && String(place.id),
    limit + 1,
    ...set,
  ];
  const read = readerOf(context, sort, names, place === null, values);
  const rows = await readRows(read, names, few, limit);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const isLast = rows.length <= limit;
  const next = isLast || !last ? null : { key: last.key, id: BigInt(last.id) };
  const total = rows[0]?.total ?? (isLast && place === null ? rows.length : null);
  return {
    ids: page.map(({ id }) => BigInt(id)),
    next,
    moreThan: names.length === 0 ? FEW : limit,
    total: total === null ? await countCustomers(context, sort, names) : Number(total),
  };
}

/** Reads a page in the first form that can fill it. */
async function readRows(
  read: Reader,
  names: readonly CustomerFilter[],
  few: CustomerFilter | null,
  limit: number,
): Promise<Row[]> {
  if (few) return read({ form: "few", filter: few });
  const met = await read({ form: "walk" });
  if (names.length === 0 || met.length > limit) return met;
  if (meetingSets(names).length > 1) {
    const together = await read({ form: "few", filter: null });
    // Without a row nothing says whether all were looked at, or the first of many.
    if (together.length > 0 && Number(together[0]?.among) <= FEW) return together;
  }
  return read({ form: "sets" });
}

interface Row {
  id: string;
  key: string;
  /** Null where the form does not count. */
  total: string | null;
  /** Among how many that was counted. */
  among: string | null;
}

type Reader = (form: CustomersForm) => Promise<Row[]>;

/** Reads a page in one of the forms. */
function readerOf(
  { db }: ShopContext,
  sort: CustomerSort,
  names: readonly CustomerFilter[],
  isFirstPage: boolean,
  values: unknown[],
): Reader {
  return async (form) => {
    const text = customersSql(sort, names, form, isFirstPage);
    const { rows } = await db.pool.query<Row>(prepared(text, values));
    return rows;
  };
}
