import { mailFormatsOf } from "#app/domain/mail/templates/mail-formats.ts";
import { fillVariables } from "#app/domain/mail/templates/variables.ts";
import { languageOf, MAIL_TEXTS } from "#app/domain/mail/texts/languages.ts";
import {
  cancelByLink,
  findLinked,
  type LinkedSubscription,
} from "#app/domain/price-changes/cancel-by-link.ts";
import type { RouteArguments } from "#app/http/load-context.ts";
import { isAppError } from "#app/lib/app-error.ts";
import { mailPage, plainAnswer } from "./mail-page.ts";

/** The page behind a notice's link to cancel. It only asks: programs that look for harm open links too. */
export async function loader({ params, context }: RouteArguments): Promise<Response> {
  const linked = await findLinked(context.app, params.token ?? "");
  if (!linked) return unknownLink();
  return show(linked, linked.subscription.status === "cancelled" ? "done" : "question");
}

/** Its form. */
export async function action({ params, context }: RouteArguments): Promise<Response> {
  const linked = await findLinked(context.app, params.token ?? "");
  if (!linked) return unknownLink();
  try {
    await cancelByLink(context.app, linked);
  } catch (error) {
    if (!isAppError(error)) throw error;
    return show(linked, "failed");
  }
  // Until when it is paid is known once it is canceled.
  return show((await findLinked(context.app, params.token ?? "")) ?? linked, "done");
}

function unknownLink(): Response {
  return plainAnswer(404, "This link is not valid. Use the one in your latest email.");
}

function show(
  { shop, subscription, locale, endsAt }: LinkedSubscription,
  step: "question" | "done" | "failed",
): Response {
  const { language, locale: written } = languageOf(locale);
  const { cancelPage: words, labels } = MAIL_TEXTS[language];
  const values = { plan: subscription.planName, store: shop.name };
  const { day } = mailFormatsOf(written, shop.ianaTimezone);
  return mailPage({
    language,
    title: fillVariables(words.title, values),
    message: fillVariables(words[step], values),
    facts: endsAt ? [[labels.endsOn, day(endsAt)]] : [],
    buttons: step === "done" ? [] : [{ label: words.confirm, answer: null }],
    status: step === "failed" ? 503 : 200,
  });
}
