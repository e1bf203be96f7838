import { cancelTokenOf } from "#app/domain/mail/links/cancel-token.ts";
import { answerChange } from "#app/domain/price-changes/consent/answer-change.ts";
import { consentWordsOf } from "#app/domain/price-changes/consent/consent-words.ts";
import { type AskedCustomer, findAsked } from "#app/domain/price-changes/consent/find-asked.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { readBodyText } from "#app/http/read-body.ts";
import { mailPage, plainAnswer } from "./mail-page.ts";

/** The page that asks whether a customer agrees to a change. It only asks: programs that look for harm open links too. */
export async function loader({ params, context }: RouteArguments): Promise<Response> {
  const asked = await findAsked(context.app, params.token ?? "");
  return asked ? show(asked) : unknownLink();
}

/** Its form. */
export async function action({ params, request, context }: RouteArguments): Promise<Response> {
  const asked = await findAsked(context.app, params.token ?? "");
  if (!asked) return unknownLink();
  const answer = await readAnswer(request);
  if (!answer) return plainAnswer(400, "Choose one of the answers on the page.");
  return show(await answerChange(asked, answer));
}

/** Many times what the form sends. */
const MOST_BYTES = 1024;

async function readAnswer(request: Request): Promise<"agreed" | "declined" | null> {
  const body = await readBodyText(request, MOST_BYTES).catch(() => "");
  const answer = new URLSearchParams(body).get("answer");
  return answer === "agreed" || answer === "declined" ? answer : null;
}

function unknownLink(): Response {
  return plainAnswer(404, "This link is not valid. Use the one in your latest email.");
}

function show(asked: AskedCustomer): Response {
  const { standing, row, context, subscription } = asked;
  const words = consentWordsOf(asked);
  const { language, title, facts, labels } = words;
  const cancelUrl = context.mail.cancelUrl(cancelTokenOf(context, subscription.id));
  const otherWay = standing === "canceled" ? null : { label: labels.cancel, url: cancelUrl };
  if (standing !== "open") {
    return mailPage({ language, title, message: words.outcomes[standing], buttons: [], otherWay });
  }
  const decline = { label: labels.decline, answer: "declined" };
  return mailPage({
    ...{ language, title, message: words.question, facts, otherWay },
    buttons: [
      { label: labels.agree, answer: "agreed" },
      ...(row.change.silence === "keeps" ? [decline] : []),
    ],
  });
}
