import type { ShopContext } from "#app/domain/context.ts";
import type { StorefrontContext } from "#storefront/liquid/storefront-context.ts";
import { escapeHtml } from "#storefront/liquid/translate.ts";
import { amountFormat } from "#storefront/money/amount-format.ts";
import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { originOf, previewPage, renderPreviewBlock } from "../../preview/preview-storefront.ts";

/** A picture: nothing in it can be pressed, as nothing would answer. */
const STYLE = "main { pointer-events: none; }";

/** A loyalty block as a whole page. It is complete without its script, and the page has none. */
export function renderLoyaltyPage(
  context: Pick<ShopContext, "shop" | "clock">,
  handle: string,
  locale: string,
  place: Pick<StorefrontContext, "appMetafields"> & Partial<StorefrontContext>,
): string {
  const { shop } = context;
  const block = renderPreviewBlock(context, { handle, id: "preview", settings: {} }, locale, {
    page: {
      ...{ template: place.product ? "product" : "page", suffix: null, path: "/pages/loyalty" },
      ...{ origin: originOf(shop), designMode: false },
    },
    ...place,
  });
  const html = asPicture(block.html, locale, shop.currency, place);
  return previewPage(locale, html, {
    stylesheet: block.stylesheet,
    javascript: null,
    style: STYLE,
  });
}

/** What the block's script would do first: it shows what waits for it. What only opens by the script stays shut. */
function asPicture(
  html: string,
  locale: string,
  currency: string,
  { product }: Pick<Partial<StorefrontContext>, "product">,
): string {
  if (product) {
    const price = amountFormat(locale, currency, currencyDigits(currency));
    const [, hint = ""] = html.split('<p class="pnl-earn" data-p="product"');
    const [ofProduct] = hint.split("</p>");
    const shown = `<p class="pnl-earn" data-p="product"${ofProduct}</p>`;
    return `<p>${escapeHtml(price.format(product.priceHundredths / 100))}</p>${shown}`;
  }
  return showGreeting(html).replaceAll("<summary>", '<summary tabindex="-1">');
}

function showGreeting(html: string): string {
  const [before = "", greeting] = html.split("<perennial-friend");
  return greeting === undefined
    ? before
    : `${before}<perennial-friend${greeting.replace(" hidden>", ">")}`;
}
