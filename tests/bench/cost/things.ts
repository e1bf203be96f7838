import {
  type Contract,
  type CostStore,
  cancelled,
  chargeDue,
  creditUpdated,
  each,
  orderPlaced,
} from "./cost-store.ts";

/** Something that happens in a store. */
export interface Thing {
  name: string;
  /** The first one fills what a process remembers. */
  first(): Promise<void>;
  /** One by one. */
  singles: readonly (() => Promise<void>)[];
  /** So many together. */
  many: number;
  atOnce(): Promise<void>;
}

/** All that can happen in the store, in the order in which it has to. */
export function thingsOf(bench: CostStore): Thing[] {
  const { paid, failed } = bench.dueIn;
  const renewal = (name: string, { first, singles, many }: typeof paid): Thing => ({
    name,
    first: () => chargeDue(bench, first),
    singles: singles.map((due) => () => chargeDue(bench, due)),
    many: many.contracts.length,
    atOnce: () => chargeDue(bench, many),
  });
  const first = paid.first.contracts;
  const singles = paid.singles.flatMap(({ contracts }) => contracts);
  const many = paid.many.contracts;
  const ofEach = (
    name: string,
    act: (bench: CostStore, contract: Contract) => Promise<void>,
  ): Thing => ({
    name,
    first: () => each(first, (one) => act(bench, one)),
    singles: singles.map((one) => () => act(bench, one)),
    many: many.length,
    atOnce: () => each(many, (one) => act(bench, one)),
  });
  return [
    renewal("paid renewal", paid),
    renewal("failed renewal", failed),
    ofEach("order webhook", orderPlaced),
    ofEach("credit update", creditUpdated),
    ofEach("cancellation", cancelled),
  ];
}
