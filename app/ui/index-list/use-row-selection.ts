import { useEffect, useState } from "react";

/** Rows that a merchant has chosen. */
export interface RowSelection {
  has: (key: string) => boolean;
  toggle: (key: string) => void;
}

/**
 * Which rows of a page of a list are chosen: single ones, or all that its filters let through. Another page or filter
 * chooses nothing.
 *
 * @param keys of the rows that are shown.
 * @param place names the page and the filters.
 */
export function useRowSelection(keys: readonly string[], place: string) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [isEverything, setEverything] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is what a choice belongs to.
  useEffect(() => {
    setChosen(new Set());
    setEverything(false);
  }, [place]);
  // Rows that have left the page since are not meant any more.
  const shown = keys.filter((key) => chosen.has(key));
  const isWholePage = keys.length > 0 && shown.length === keys.length;
  const choose = (next: readonly string[]) => {
    setChosen(new Set(next));
    setEverything(false);
  };
  return {
    keys: shown,
    isWholePage,
    /** All of the list, also what other pages show. */
    isEverything: isEverything && isWholePage,
    has: (key: string) => chosen.has(key),
    toggle: (key: string) =>
      choose(chosen.has(key) ? shown.filter((one) => one !== key) : [...shown, key]),
    togglePage: () => choose(isWholePage ? [] : keys),
    chooseEverything: () => setEverything(true),
    clear: () => choose([]),
  };
}

export type ListSelection = ReturnType<typeof useRowSelection>;
