import type { Cast } from "./cast.ts";
import type { Stage } from "./stage.ts";

/** A request of the API whose answer a step shows. */
export interface ApiLook {
  /** Below the app's address for the core API, or below the store's proxy for those interfaces that go through it. */
  through: "app" | "proxy";
  path: string;
  /** Who asks: a program with the demo's key, or with that of a store whose limit is soon reached; the shopper of the cast; anybody. */
  by: "key" | "limited key" | "shopper" | "anybody";
  /** The part of the documents about it, as "core#getMember". */
  documents: string;
  /** What of the answer is about this step; all of it when left out. */
  pick?: (body: unknown) => unknown;
}

/** Where a step looks before and after it has done its work. Null: there is nothing to read there yet. */
export interface Look {
  /** A page of the store, as the shopper of the cast sees it. */
  storefront: string | null;
  /** A page of the app in the admin: its own path, as "/app/customers/12". */
  admin: string | null;
  api: ApiLook | null;
}

/** One of the three places. */
export type Place = keyof Look;

export interface Step {
  id: string;
  title: string;
  /** Two plain sentences. */
  text: string;
  /** What the button says. */
  button: string;
  /** The request that a program would send for what the button does, where it is one of the API. */
  sends?: (stage: Stage) => string;
  /** Brings what the step needs, whatever was done before it. */
  prepare?: (stage: Stage) => Promise<void>;
  /** Really does it. @returns what is worth saying beside the changes. */
  act: (stage: Stage) => Promise<string | undefined>;
  look: (cast: Cast) => Look;
  /** Puts back what nobody wants to find changed after the tour, once everything has been looked at. */
  restore?: (stage: Stage) => Promise<void>;
  /** Places in which nothing is meant to change; nobody waits for them. */
  unchanged?: readonly Place[];
  /** The shopper gets a mail about it. */
  isMailed?: true;
  /** The step is a question: it shows the answer of the API as a whole, and changes nothing. */
  asks?: true;
}

export interface Tour {
  id: "shopper" | "merchant" | "integrator";
  title: string;
  /** Who goes on it, and what they know afterwards. */
  text: string;
  steps: readonly Step[];
}
