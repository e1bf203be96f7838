import type { Change, PortalAnswer } from "../answers.ts";
import type { PricedSentences } from "../priced-sentences.ts";

type MakeButton = (words: Node, isSubmit: boolean) => HTMLButtonElement;

/** A screen's form: date and amount first, then the one button that does it, and the way back. */
export interface Form {
  element: HTMLElement;
  addButtons(back: HTMLButtonElement, make: MakeButton): void;
}

/** What a screen is made from. */
export interface Parts {
  facts: PortalAnswer;
  sentences: PricedSentences;
}

/** What a screen shows, what its button says, and the change that it makes; undefined while nothing is chosen. */
export interface Plan {
  content: Node[];
  button: Node;
  change: (data: FormData) => Change | undefined;
}
