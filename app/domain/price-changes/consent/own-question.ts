import type { ShopContext } from "../../context.ts";
import { refuse } from "../../refusals/refuse.ts";
import { answerChange, type ChangeAnswer } from "./answer-change.ts";
import { consentWordsOf } from "./consent-words.ts";
import { type AskedCustomer, findAskedOf } from "./find-asked.ts";

/** What the owner of a subscription is asked and has not answered yet. */
export interface OwnQuestion {
  changeId: number;
  language: string;
  title: string;
  question: string;
  facts: { label: string; value: string }[];
  agree: string;
  /** Null where the only other answer is to cancel. */
  decline: string | null;
}

/**
 * Null while the subscription's owner is asked nothing.
 *
 * @param lang language tag of the page; the customer's own language without.
 */
export async function readOwnQuestion(
  context: ShopContext,
  subscriptionId: bigint,
  lang: string | undefined,
): Promise<OwnQuestion | null> {
  const { db, shop } = context;
  // A subscription has one open row at most, by its index.
  const row = await db.prisma.priceChangeRow.findFirst({
    where: { shopId: shop.id, subscriptionId, state: "told", answer: "asked" },
    select: { priceChangeId: true },
  });
  const asked =
    row && (await findAskedOf(context, { changeId: row.priceChangeId, subscriptionId }));
  if (asked?.standing !== "open") return null;
  const { language, title, question, facts, labels } = consentWordsOf(onPage(asked, lang));
  return {
    ...{ changeId: Number(asked.row.priceChangeId), language, title, question },
    facts: facts.map(([label, value]) => ({ label, value })),
    agree: labels.agree,
    decline: asked.row.change.silence === "keeps" ? labels.decline : null,
  };
}

/**
 * Writes down what a subscription's owner answers on their own page, with the text as it stood there. The same answer again changes nothing.
 *
 * @param lang language tag of the page.
 * @throws AppError change_refused when it cannot be answered so; contract_changed, with how it stands, when it cannot any more.
 */
export async function answerOwnQuestion(
  context: ShopContext,
  subscriptionId: bigint,
  { changeId, answer, lang }: { changeId: number; answer: ChangeAnswer; lang: string | undefined },
): Promise<"made" | "unchanged"> {
  const asked = await findAskedOf(context, { changeId: BigInt(changeId), subscriptionId });
  if (!asked) throw refuse("nothing_to_answer");
  const answered = await answerChange(onPage(asked, lang), answer);
  const { standing } = answered;
  if (standing === answer) return asked.standing === answer ? "unchanged" : "made";
  if (standing === "open") throw refuse("only_cancel");
  throw refuse(`answer_${standing}`);
}

/** As the page puts it, which may be in another language than the mails. */
function onPage(asked: AskedCustomer, lang: string | undefined): AskedCustomer {
  return { ...asked, locale: lang ?? asked.locale };
}
