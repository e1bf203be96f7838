import { expect, test } from "vitest";
import { createShopifySdk } from "#app/platform/shopify/auth/shopify-sdk.ts";
import { type PlatformFetch, routeSdkThrough } from "#app/platform/shopify/route-to-devstore.ts";

const sdk = createShopifySdk({
  apiKey: "key",
  apiSecret: "secret",
  appUrl: "https://app.example",
  devstoreUrl: null,
  log: { error: () => {}, warn: () => {} } as never,
});

/** A platform that answers with its own token, after all others were asked too. */
function platformOf(token: string, others: Promise<void>): PlatformFetch {
  return async () => {
    await others;
    return Response.json({ access_token: token, scope: "", expires_in: 60, refresh_token: token });
  };
}

const askThrough = (platform: PlatformFetch) =>
  routeSdkThrough(platform, async () => {
    const { session } = await sdk.auth.refreshToken({
      shop: "test.myshopify.com",
      refreshToken: "old",
    });
    return session.accessToken;
  });

test("what two parts of a process ask the platform through the SDK at once each go their own way", async () => {
  const all = Promise.withResolvers<void>();
  const answers = [
    askThrough(platformOf("first", all.promise)),
    askThrough(platformOf("second", all.promise)),
  ];
  all.resolve();
  expect(await Promise.all(answers)).toEqual(["first", "second"]);
});

test("what goes no way of ours reaches nobody", async () => {
  await askThrough(platformOf("first", Promise.resolve()));
  const asked = sdk.auth.refreshToken({ shop: "test.myshopify.com", refreshToken: "old" });
  await expect(asked).rejects.toThrow("routeSdkThrough");
});
