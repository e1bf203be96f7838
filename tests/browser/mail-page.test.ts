import type { Browser } from "@playwright/test";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAIL_KINDS, mailKindOf } from "#app/domain/mail/kinds/mail-kinds.ts";
import { renderMail } from "#app/domain/mail/templates/render-mail.ts";
import { MAIL_LANGUAGES } from "#app/domain/mail/texts/languages.ts";
import { launchBrowser, openPage, takeScreenshot } from "#tests/support/browser.ts";
import { axeOf } from "./axe-of.ts";

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

/** A mail is shown inside its reader's page, which has them. */
const LANDMARKS = ["region", "landmark-one-main"];
const NOW = new Date("2026-11-22T12:00:00Z");

test.each(["light", "dark"] as const)(
  "every mail in every language fits the narrowest phone and is accessible, %s",
  async (colorScheme) => {
    const viewport = { width: 320, height: 640 };
    const page = await openPage(browser, { viewport, colorScheme });
    for (const [at, { kind }] of MAIL_KINDS.entries()) {
      for (const language of MAIL_LANGUAGES) {
        const { html } = renderMail({
          ...{ kind, data: mailKindOf(kind).sample(NOW, "EUR"), locale: language, ownWords: {} },
          look: { storeName: "Donaudampfschifffahrtsgesellschaft", color: "#ffd500", zone: "UTC" },
          ...{ firstName: "Ada", unsubscribeUrl: `https://example.com/${"a".repeat(80)}` },
        });
        await page.setContent(html);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width, `${kind} ${language}`).toBeLessThanOrEqual(320);
        // The languages differ in their words alone.
        if (language !== MAIL_LANGUAGES[at % MAIL_LANGUAGES.length]) continue;
        const { violations } = await axeOf(page).disableRules(LANDMARKS).analyze();
        const found = violations.map(
          ({ id, nodes }) => `${kind} ${language} ${id}: ${nodes[0]?.html}`,
        );
        expect(found).toEqual([]);
      }
    }
    await takeScreenshot(page, `mail-${colorScheme}`, true);
  },
);
