import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readAppConfig } from "#devstore/app-config.ts";
import { createShop } from "#devstore/demo/create-shop.ts";
import { createDevstore } from "#devstore/server.ts";
import { grantOfflineToken, refreshGrant } from "#devstore/sign-in/grant-token.ts";
import { installApp } from "#devstore/sign-in/install-app.ts";

const toml = fileURLToPath(new URL("../../../shopify.app.toml", import.meta.url));
const day = 86_400_000;

test.each([
  [29, true],
  [31, false],
])(
  "%i days after its first use, an answer that was lost can be asked for again: %s",
  async (days, isGood) => {
    const appConfig = readAppConfig(toml, { apiKey: "key", apiSecret: "secret", appUrl: null });
    const { devstore, close } = createDevstore({ appConfig, statePath: ":memory:" });
    const { domain } = createShop(devstore, { domain: "quiet.myshopify.com" });
    const shop = () => devstore.state.shop(domain) ?? expect.unreachable();
    installApp(devstore, shop());
    const token = grantOfflineToken(devstore, shop(), true);
    const refreshTokenUsedAt = new Date(Date.now() - days * day).toISOString();
    devstore.state.put(domain, "accessToken", { ...token, refreshTokenUsedAt });
    expect(refreshGrant(devstore, shop(), token.refreshToken ?? "") !== null).toBe(isGood);
    await close();
  },
);
