import type { Locator, Page } from "@playwright/test";

/** The portal on a page of the storefront. */
export const portalOf = (page: Page): Locator => page.locator(".pn-portal");

/** A button of a contract in the portal. */
export const contractButton = (page: Page, name: string): Locator =>
  page.getByRole("article").getByRole("button", { name, exact: true });
