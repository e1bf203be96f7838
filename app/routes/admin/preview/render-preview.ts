import type { ShopContext } from "#app/domain/context.ts";
import { escapeHtml } from "#storefront/liquid/translate.ts";
import type { PreviewRequest } from "./preview-request.ts";
import { jsonMetafield, originOf, previewPage, renderPreviewBlock } from "./preview-storefront.ts";
import { samplePreviewState } from "./sample-facts.ts";

/** A reason as the storefront renders it. */
type ShownReason = NonNullable<PreviewRequest["reasons"]>[number];

/**
 * The cancel flow as a whole page: the theme extension's own block, styles and custom element, standing
 * still at one moment.
 */
export function renderPreview(
  context: Pick<ShopContext, "shop" | "clock">,
  request: PreviewRequest,
  reasons: readonly ShownReason[],
): string {
  const { shop } = context;
  const { locale } = request;
  const settings = { reasons, contact_email: shop.contactEmail };
  const block = renderPreviewBlock(
    context,
    { handle: "membership", id: "preview", settings: { preview: "card" } },
    locale,
    {
      appMetafields: [jsonMetafield("cancel_flow", "settings", settings)],
      page: {
        template: "customers/account",
        suffix: null,
        path: "/account",
        origin: originOf(shop),
        designMode: true,
      },
    },
  );
  const state = escapeHtml(JSON.stringify(samplePreviewState(context, request)));
  const html = block.html.replace(
    /data-preview-state="[^"]*"/,
    () => `data-preview-state="${state}"`,
  );
  return previewPage(locale, html, block);
}
