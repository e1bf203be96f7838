import { readReceiptFile } from "#app/domain/loyalty/triggers/receipts/receipt-file.ts";
import type { RouteArguments } from "#app/http/load-context.ts";

/** Somebody else's file: nothing in it runs, and it is nobody's page. */
const HEADERS = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "X-Robots-Tag": "noindex",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
};

/** The file of a receipt, at an address that was signed for the merchant. A document is saved, an image may be shown. */
export async function loader({ params, context }: RouteArguments): Promise<Response> {
  const file = await readReceiptFile(context.app, params.token ?? "");
  if (!file) {
    return new Response("This address is not valid, or not any more. Open the receipt again.", {
      status: 404,
      headers: { ...HEADERS, "Content-Type": "text/plain; charset=utf-8" },
    });
  }
  const { contentType, content, receiptId } = file;
  const ending = contentType.slice(contentType.indexOf("/") + 1);
  const kind = contentType.startsWith("image/") ? "inline" : "attachment";
  return new Response(content, {
    headers: {
      ...HEADERS,
      "Content-Type": contentType,
      "Content-Disposition": `${kind}; filename="receipt-${receiptId}.${ending}"`,
    },
  });
}
