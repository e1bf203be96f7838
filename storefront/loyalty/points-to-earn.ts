import { askCart } from "#storefront/ajax-cart.ts";
import { type EarnRate, earnedPoints } from "./earned-points.ts";

/** Where themes have the buttons that lead to the checkout, on the cart page and in the drawer. */
const CART_PLACES = '.cart__ctas, form[action$="/cart/checkout"]:not(.cart__ctas *)';
/** A theme that throws the line out as often as this within the time gets its way. */
const MOST_RETURNS = 20;
const RETURNS_MS = 10_000;

/** Brings the line that says what a product and the cart earn, and keeps it right when a variant or the cart changes. */
function start(template: HTMLTemplateElement): void {
  const { at, rates: rateText = "[]", product, variant, prices: priceText } = template.dataset;
  const { currency: counted } = template.dataset;
  const rates: EarnRate[] = JSON.parse(rateText);
  const multiplier = Number(template.dataset.multiplier);
  const prices: Record<string, number> = JSON.parse(priceText ?? "{}");
  const isOne = new Intl.PluralRules(template.lang);
  const format = new Intl.NumberFormat(template.lang);
  const lines = {
    product: template.content.querySelector<HTMLElement>("[data-p=product]"),
    cart: template.content.querySelector<HTMLElement>("[data-p=cart]"),
  };
  const returns: number[] = [];

  /** Those that are in the page, and the one that others are made from. */
  const allOf = (kind: "product" | "cart") =>
    [lines[kind], ...document.querySelectorAll<HTMLElement>(`.pnl-earn[data-p=${kind}]`)].filter(
      (line) => line !== null,
    );
  const say = (kind: "product" | "cart", points: number) => {
    const key = isOne.select(points) === "one" ? "one" : "other";
    const words = template.content.querySelector(`[data-k=${key}]`)?.textContent ?? "";
    const text = words.replace("{points}", format.format(points));
    for (const line of allOf(kind)) {
      if (line.textContent !== text) line.textContent = text;
      line.hidden = points === 0;
    }
  };
  const bring = () => {
    const missing = (place: Element) => !place.querySelector(".pnl-earn");
    const places = [...document.querySelectorAll(CART_PLACES)].filter(missing);
    const forms = product ? productPlaces(at, variant ?? "").filter(missing) : [];
    if (places.length + forms.length === 0) return;
    const now = performance.now();
    returns.push(now);
    if (returns.length > MOST_RETURNS && now - (returns.shift() as number) < RETURNS_MS) {
      watch.disconnect();
      return;
    }
    for (const place of places) place.prepend(lines.cart?.cloneNode(true) ?? "");
    for (const form of forms) form.append(lines.product?.cloneNode(true) ?? "");
  };
  const readCart = () =>
    askCart().then(
      ({ currency, total_price, items }) =>
        // The rates are for one unit of the store's currency, and the shopper may have chosen another one meanwhile.
        say("cart", currency === counted ? earnedPoints(rates, total_price, items, multiplier) : 0),
      // The last known number would be wrong now.
      () => say("cart", 0),
    );

  const watch = new MutationObserver(bring);
  watch.observe(document.body, { childList: true, subtree: true });
  bring();
  document.addEventListener("change", ({ target }) => {
    const form = (target as HTMLElement).closest?.("form");
    const chosen = form?.querySelector<HTMLInputElement>("[name=id]")?.value;
    const price = prices[chosen ?? ""];
    if (!form?.querySelector(".pnl-earn[data-p=product]") || price === undefined) return;
    const items = [{ product_id: Number(product), final_line_price: price }];
    say("product", earnedPoints(rates, price, items, multiplier));
  });
  // Themes and other apps change the cart by the platform's own addresses, and tell nobody else.
  new PerformanceObserver((list) => {
    const changes = list.getEntries().some(({ name }) => /\/cart\/\w+(\.js)?(\?|$)/.test(name));
    if (changes) void readCart();
  }).observe({ type: "resource" });
  addEventListener("pageshow", ({ persisted }) => persisted && void readCart());
}

/** The forms that buy the product of the page, or the merchant's own place; a text that is no selector is none. */
function productPlaces(at: string | undefined, variant: string): Element[] {
  try {
    if (at) return [...document.querySelectorAll(at)];
  } catch {}
  return [...document.querySelectorAll('form[action$="/cart/add"]')].filter(
    (form) =>
      form.querySelector("[type=submit]") &&
      form.querySelector(`[name=id][value="${variant}"], [name=id] [value="${variant}"]`),
  );
}

const template = document.querySelector<HTMLTemplateElement>("#perennial-earn:not([data-begun])");
if (template) {
  // The script may be in the page twice.
  template.dataset.begun = "";
  start(template);
}
