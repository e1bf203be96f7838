import { html } from "hono/html";
import { endChallenge } from "../../contracts/settle-attempt.ts";
import type { DevBillingAttempt } from "../../state/contract.ts";
import { renderHostedPage } from "../hosted-page.ts";
import { type StorefrontRequest, t } from "../storefront-request.ts";
import { notFoundPage } from "./not-found-page.ts";

/** What the shopper's bank asks about a charge (3-D Secure). Whoever has the address may answer, as at a bank. */
export function challengePage(page: StorefrontRequest): Promise<Response> | Response {
  const attempt = attemptOf(page);
  if (attempt === undefined) return notFoundPage(page);
  if (!isWaiting(page, attempt)) return answer(page, "over");
  return renderHostedPage(page, {
    title: t(page, "challenge.heading"),
    content: html`<div class="wrap section narrow">
<h1>${t(page, "challenge.heading")}</h1>
<p class="lead">${t(page, "challenge.text", { name: page.shop.name })}</p>
<form method="post">
<button class="button" type="submit" name="answer" value="confirm">${t(page, "challenge.confirm")}</button>
<button class="button button--quiet" type="submit" name="answer" value="decline">${t(page, "challenge.decline")}</button>
</form>
</div>`,
  });
}

/** Ends the attempt as the shopper says. A second answer changes nothing. */
export async function answerChallenge(page: StorefrontRequest): Promise<Response> {
  const attempt = attemptOf(page);
  if (attempt === undefined) return notFoundPage(page);
  if (!isWaiting(page, attempt)) return answer(page, "over");
  const isConfirmed = (await page.request.formData()).get("answer") === "confirm";
  const { devstore, shop } = page;
  devstore.state.transaction(() =>
    endChallenge(devstore, shop, attempt, isConfirmed ? "success" : "AUTHENTICATION_ERROR"),
  );
  return answer(page, isConfirmed ? "confirmed" : "declined");
}

function attemptOf({ devstore, shop, url }: StorefrontRequest): DevBillingAttempt | undefined {
  const id = /^\/challenges\/(\d{1,15})\//.exec(url.pathname)?.[1];
  return id === undefined
    ? undefined
    : devstore.state.get(shop.domain, "billingAttempt", Number(id));
}

function isWaiting({ url }: StorefrontRequest, { state }: DevBillingAttempt): boolean {
  return state.type === "action_required" && state.nextActionUrl === url.pathname;
}

function answer(page: StorefrontRequest, outcome: "confirmed" | "declined" | "over") {
  return renderHostedPage(page, {
    title: t(page, "challenge.heading"),
    content: html`<div class="wrap section narrow"><h1>${t(page, "challenge.heading")}</h1>
<p class="lead" role="status">${t(page, `challenge.${outcome}`)}</p></div>`,
  });
}
