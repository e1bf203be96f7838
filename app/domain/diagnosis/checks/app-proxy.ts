import { z } from "zod";
import { type Check, failing, ok, type StoreFacts, warning } from "../check.ts";

const pingSchema = z.object({ signed: z.boolean(), shop: z.string().optional() });

/** A request to the store's app proxy comes to this app, signed with its secret. */
export const appProxyCheck: Check<StoreFacts> = {
  name: "App proxy",
  async run({ context }) {
    const { proxyPath, domain } = context.shop;
    const answer = await context.platform.callAppProxy(`${proxyPath}/v1/ping`);
    if (answer === null) {
      return warning(
        `Nothing answers at ${domain}${proxyPath}.`,
        "See whether this machine reaches the store's *.myshopify.com address.",
      );
    }
    const ping = readPing(answer.text);
    if (ping?.signed && ping.shop === domain)
      return ok(`${domain}${proxyPath} leads here, signed.`);
    if (ping) {
      return failing(
        `${domain}${proxyPath} leads here, but the signature does not verify.`,
        "Compare SHOPIFY_API_SECRET with the app's client secret in the Dev Dashboard; the proxy in front must pass the query on unchanged.",
      );
    }
    if (answer.status === 429) {
      return warning(
        "The platform limits requests of servers to the storefront (429).",
        "Run the checks again in a minute.",
      );
    }
    if (answer.status >= 300 && answer.status < 400) {
      return warning(
        "The storefront sends visitors elsewhere: it has a password, or another domain.",
        `Open https://${domain}${proxyPath}/v1/ping in a browser that may see the store: it should say "signed":true.`,
      );
    }
    return failing(
      `${domain}${proxyPath} answers ${answer.status}, and not from this app.`,
      "Enter the address that Shopify shows (Settings, Apps, Perennial, App proxy) under Addresses below; see that the app's configuration was deployed with the url of [app_proxy], and that write_app_proxy is granted.",
    );
  },
};

function readPing(text: string): z.infer<typeof pingSchema> | null {
  try {
    return pingSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
