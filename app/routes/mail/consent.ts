import { cancelTokenOf } from "#app/domain/mail/links/cancel-token.ts";
import { answerChange } from "#app/domain/price-changes/consent/answer-change.ts";
import { consentWordsOf } from "#app/domain/price-changes/consent/consent-words.ts";
import { type AskedCustomer, findAsked } from "#app/domain/price-changes/consent/find-asked.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { mailPage, plainAnswer } from "./mail-page.ts";

/** The page that asks whether a customer agrees to a change. It only asks: programs that look for harm open links too. */
export async function loader({ params, context }: RouteArguments): Promise<Response> {
  const asked = await findAsked(context.app, params.token ?? "");
  return asked ? show(asked) : unknownLink();
}

/** Its form. */
export async function action({ params, request, context }: RouteArguments): Promise<Response> {
  const form = await request.formData().catch(() => null);
  const answer = form?.get("answer");
  if (answer !== "agreed" && answer !== "declined") {
    return plainAnswer(400, "Choose one of the answers on the page.");
  }
  const asked = await findAsked(context.app, params.token ?? "");
  return asked ? show(await answerChange(asked, answer)) : unknownLink();
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
