import { findSubscriber, unsubscribe } from "#app/domain/mail/suppressions/unsubscribe.ts";
import { fillVariables } from "#app/domain/mail/templates/variables.ts";
import { languageOf, MAIL_TEXTS } from "#app/domain/mail/texts/languages.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { mailPage, plainAnswer } from "./mail-page.ts";

/** The page behind a mail's link for fewer mails. It only asks: programs that look for harm open links too. */
export const loader = (args: RouteArguments) => answer(args, "question");

/** Its form, which mail programs also send by themselves (RFC 8058). */
export const action = (args: RouteArguments) => answer(args, "done");

async function answer(
  { params, context }: RouteArguments,
  step: "question" | "done",
): Promise<Response> {
  const subscriber = await findSubscriber(context.app, params.token ?? "");
  if (!subscriber) {
    return plainAnswer(404, "This link is not valid. Use the one in your latest email.");
  }
  if (step === "done") await unsubscribe(context.app, subscriber);
  const { language } = languageOf(subscriber.locale);
  const words = MAIL_TEXTS[language].unsubscribePage;
  const store = subscriber.shop.name;
  return mailPage({
    language,
    title: fillVariables(words.title, { store }),
    message: fillVariables(words[step], { store }),
    buttons: step === "question" ? [{ label: words.confirm, answer: null }] : [],
  });
}
