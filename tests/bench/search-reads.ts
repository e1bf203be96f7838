import { readSearch } from "#app/domain/search/read-search.ts";
import { searchStore } from "#app/domain/search/search-store.ts";
import type { CreditStore } from "./credit-store.ts";
import { fill } from "./fill.ts";
import { FIRST_CONTRACT, FIRST_ORDER, fillSearch } from "./fill-search.ts";

/** So many customers, orders, contracts and codes are searched. */
const SEARCHED = 1_000_000;

/** What people type, and what nobody should. */
const TYPED: Readonly<Record<string, string>> = {
  "the beginning of a name": "berd",
  "the middle of a name": "rlin",
  "a first name of many": "zoë",
  "two names": "anna berberber",
  "parts of two names": "ada ber",
  "a whole address": "berberber.640@example.com",
  "a part of an address": ".77777@example",
  "everybody's domain": "@example.com",
  "an order": "#104242",
  "the beginning of orders": "1042",
  "an order's number": String(FIRST_ORDER + 4242),
  "a contract": String(FIRST_CONTRACT + 4242),
  "our own id": "sub_4242",
  "a code": "friend60012345",
  nobody: "xyzzy",
  "two letters": "zo",
  "two letters of nobody": "zq",
  "signs of patterns": "%%%",
  "a statement": "'; DROP TABLE customers; --",
  "many letters": "a b c d e f g",
  "one letter a hundred times": "a".repeat(100),
};

/** Each kind of search in a store of a million, which this makes. */
export async function openSearches({
  databaseUrl,
  context,
}: CreditStore): Promise<Record<string, () => Promise<unknown>>> {
  const { id } = await context.db.prisma.shop.create({
    data: {
      domain: "million.myshopify.com",
      name: "Million",
      contactEmail: "bench@example.com",
      ianaTimezone: "Europe/Berlin",
      currency: "EUR",
      installedAt: new Date(),
    },
  });
  await fill(databaseUrl, (client) => fillSearch(client, id, SEARCHED));
  const store = { db: context.db, shop: { ...context.shop, id } };
  return Object.fromEntries(
    Object.entries(TYPED).map(([name, typed]) => [
      `search, ${name}`,
      async () => {
        const search = readSearch(typed);
        return search && searchStore(store, search);
      },
    ]),
  );
}
