import { askLoyalty } from "./ask-loyalty.ts";
import { learnWords } from "./learn-words.ts";
import type { LoyaltyElement } from "./loyalty-element.ts";
import { isOpen, missingPoints, newsOf, type PointReward } from "./redeeming.ts";
import { forgetKey, keyFor } from "./request-key.ts";
import { sendLoyalty } from "./send-loyalty.ts";
import { pointsLine, type Standing } from "./standing.ts";

/** The platform makes a code soon after. So long is waited before each look whether it is there. */
const LOOKS_MS = [300, 700, 1_000, 2_000, 4_000, 8_000, 14_000];

/** What other blocks of the page listen to: those of points, and those of store credit. */
const CHANGES = ["perennial-loyalty-changed", "perennial-credit-applied"];

/** What a block of rewards does with points, once somebody reaches for it. */
export interface Redeeming {
  /** Shows what the points suffice for now. */
  refresh(): Promise<void>;
  /** Redeems points for the reward of this row: one at a time, and each safe to repeat. */
  redeem(row: HTMLElement): Promise<void>;
}

export function startRedeeming<T>(element: LoyaltyElement<T>): Redeeming {
  const url = (element.dataset.url ?? "").replace(/\/coupons$/, "");
  const { numbers } = element;
  let isBusy = false;
  // Early, for the press that follows; one for which they have not come asks for them again.
  learnWords(element).catch(() => {});

  const draw = (balance: number) => {
    element.say("have", pointsLine(balance, numbers));
    for (const row of rowsOf(element)) {
      const missing = missingPoints(rewardOf(row), balance);
      element.show("redeem", missing === 0, row);
      element.show("missing", missing > 0, row);
      element.say("missing", ["to_go", { points: pointsLine(missing, numbers) }], row);
    }
  };
  const readBalance = async () => {
    const answer = await askLoyalty<Standing>(url);
    const balance = "data" in answer ? (answer.data?.points_balance ?? 0) : null;
    if (balance !== null) draw(balance);
    return balance;
  };
  const redeem = async (row: HTMLElement) => {
    const reward = rewardOf(row);
    const name = `${url}/redeem/${reward.id}`;
    const codes = codesOf(element);
    const button = element.find("redeem", row);
    element.say("redeemed", ["redeeming"]);
    element.find("not_redeemed")?.replaceChildren();
    // Room for the code is made while the shopper still looks at the press: nothing moves when it comes.
    const place = reward.kind === "store_credit" ? null : keepPlace(element, row);
    const body = { point_reward_id: reward.id, key: keyFor(name) };
    const sent = await sendLoyalty<{ points_balance: number }>(`${url}/redemptions`, body);
    if (!isOpen(sent)) forgetKey(name);
    const isDone = sent.outcome === "done";
    if (isDone) draw(sent.data.points_balance);
    const balance = sent.outcome === "refused" ? await readBalance() : null;
    const news = newsOf(sent, reward, balance);
    if (isDone) {
      element.say("redeemed", [news]);
      for (const event of CHANGES) {
        document.dispatchEvent(new CustomEvent(event, { detail: element }));
      }
    } else {
      place?.remove();
      element.find("redeemed")?.replaceChildren();
      element.say("not_redeemed", [news]);
      await element.load();
      return;
    }
    // The points may no longer suffice, and the focus would be lost with the button.
    if (button?.hidden) element.find("redeemed")?.focus();
    if (!place) return;
    const code = await findCode(element, codes);
    element.say("redeemed", code ? ["code_ready", { code }] : ["code_late"]);
    place.remove();
    if (!code) await readBalance();
  };
  return {
    refresh: async () => {
      if (!isBusy) await readBalance();
    },
    redeem: async (row) => {
      if (isBusy) return;
      isBusy = true;
      const buttons = rowsOf(element).map((one) => element.find("redeem", one));
      for (const one of buttons) if (one) one.ariaDisabled = "true";
      try {
        await learnWords(element);
        await redeem(row);
      } finally {
        for (const one of buttons) if (one) one.ariaDisabled = null;
        isBusy = false;
      }
    },
  };
}

const rowsOf = (element: HTMLElement) => [
  ...element.querySelectorAll<HTMLElement>("[data-reward]"),
];

function rewardOf({ dataset }: HTMLElement): PointReward {
  const { reward, points, kind = "" } = dataset;
  return { id: Number(reward), points: Number(points), kind };
}

const codesOf = (element: HTMLElement) =>
  new Set(
    [...element.querySelectorAll<HTMLElement>("li[data-code]")].map(({ dataset }) => dataset.code),
  );

/** A code that was not there before; undefined when it does not come. */
async function findCode<T>(
  element: LoyaltyElement<T>,
  before: ReadonlySet<string | undefined>,
): Promise<string | undefined> {
  for (const wait of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (!element.isConnected) return undefined;
    await element.load();
    const [code] = [...codesOf(element)].filter((one) => !before.has(one));
    if (code) return code;
  }
  return undefined;
}

/** An empty coupon among the others, as high as the one that will be there. */
function keepPlace<T>(element: LoyaltyElement<T>, row: HTMLElement): HTMLElement | null {
  const form = element.querySelector("template")?.content.querySelector("[data-state=open]");
  if (!form) return null;
  const place = document.importNode(form, true) as HTMLElement;
  delete place.dataset.code;
  place.dataset.waiting = "";
  place.inert = true;
  for (const part of ["value", "rule", "until"]) {
    const text = element.find(part, row)?.textContent;
    const empty = element.find(part, place);
    if (empty) empty.textContent = text ?? "";
  }
  element.show("until", "expires" in row.dataset, place);
  element.find("open")?.prepend(place);
  element.show("none", false);
  return place;
}
