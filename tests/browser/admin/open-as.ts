import type { Browser, Frame } from "@playwright/test";
import type { TestShop } from "#tests/support/test-shop.ts";
import { openAdminPage } from "./open-admin-page.ts";

/** Mia Example of the staff, who reads English. */
export const MIA = "7000001";

/** Jonas Beispiel, who reads German. */
export const JONAS = "7000002";

/** Camille Exemple, who reads French. */
export const CAMILLE = "7000003";

/** A page of the admin as somebody of the staff sees it, in a browser that is set to English. */
export async function openAs(
  staffId: string,
  browser: Browser,
  shop: TestShop,
  path: string,
): Promise<Frame> {
  const domain = `${shop.domain.split(".")[0]}.localhost`;
  const cookie = { name: "dev_staff", value: staffId, domain, path: "/", expires: -1 };
  const storageState = {
    cookies: [{ ...cookie, httpOnly: true, secure: false, sameSite: "Lax" as const }],
    origins: [],
  };
  return (await openAdminPage(browser, shop, path, { storageState })).frame;
}
