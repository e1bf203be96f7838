import type { Context, Hono } from "hono";
import type { Devstore } from "../devstore.ts";
import { isSignedResult, resultPath } from "./result-url.ts";

/** Serves results as the platform's storage does: to whoever has the signed address, until it expires. */
export function mountBulkResults(app: Hono, { state, appConfig }: Devstore): void {
  app.get(`${resultPath}/:shop/:file{\\d+\\.jsonl}`, (c) => {
    const { shop, file } = c.req.param();
    const id = file.slice(0, -".jsonl".length);
    const { expires = "", signature = "" } = c.req.query();
    if (!isSignedResult(appConfig.apiSecret, shop, id, { expires, signature })) {
      return storageError(c, 403, "SignatureDoesNotMatch");
    }
    if (state.now(shop).getTime() > Number(expires)) return storageError(c, 400, "ExpiredToken");
    const result = state.get(shop, "bulkResult", id);
    if (result === undefined) return storageError(c, 404, "NoSuchKey");
    return c.body(result.lines, 200, { "content-type": "application/jsonl" });
  });
}

function storageError(c: Context, status: 400 | 403 | 404, code: string): Response {
  return c.body(
    `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code></Error>`,
    status,
    {
      "content-type": "application/xml; charset=UTF-8",
    },
  );
}
