import { searchText } from "#app/lib/search-words.ts";
import { shortened } from "#app/lib/storable-text.ts";

/** What somebody typed into the admin's search, and what it may name. */
export interface Search {
  /** The whole text, in lower case. */
  text: string;
  /** Its words, at most {@link MOST_SEARCHED_WORDS}. Empty when the text is too short to look for people by it. */
  words: string[];
  /** A number of the platform's: of a customer, an order or a contract. */
  platformId: bigint | null;
  /** The number of `sub_31` or `mem_12`, ids that our own API writes. */
  ownId: { kind: "subscription" | "member"; id: bigint } | null;
  /** Beginnings of an order's name: as it was typed, and with the `#` that most stores have before the number. */
  orderNames: [string, string];
}

/** Nothing that is looked for is longer. */
const LONGEST_SEARCH = 100;
export const MOST_SEARCHED_WORDS = 4;
/** One letter says nothing about a store with many customers. */
const SHORTEST_SEARCH = 2;
const LARGEST_ID = 2n ** 63n - 1n;

/** Reads a search; null when too little was typed. A longer one is cut. */
export function readSearch(typed: string): Search | null {
  const text = searchText(shortened(typed, LONGEST_SEARCH));
  if (text.length < SHORTEST_SEARCH) return null;
  const own = /^(sub|mem)_(\d{1,19})$/.exec(text);
  const ownNumber = idOf(own?.[2]);
  return {
    text,
    words: text.split(/\s+/).slice(0, MOST_SEARCHED_WORDS),
    platformId: /^\d{1,19}$/.test(text) ? idOf(text) : null,
    ownId:
      ownNumber === null
        ? null
        : { kind: own?.[1] === "sub" ? "subscription" : "member", id: ownNumber },
    orderNames: [text, `#${text.replace(/^#/, "")}`],
  };
}

function idOf(digits: string | undefined): bigint | null {
  const id = digits ? BigInt(digits) : 0n;
  return id > 0n && id <= LARGEST_ID ? id : null;
}
