import { expect } from "@playwright/test";

/** Expects something of a page, once a busy machine has had time for it: Playwright's own five seconds are for an idle one. */
export const expectPage = expect.configure({ timeout: 30_000 });
