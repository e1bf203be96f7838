import { describe, expect, test } from "vitest";
import {
  allWell,
  cancelButton,
  findingsOf,
  focused,
  heading,
  hold,
  press,
  tabTo,
  visit,
} from "./visit.ts";

const emptyIsHidden = "<style>:is(a,ul,dl,div,section,article,p,h2,h3):empty{display:none}</style>";

describe("in a theme that hides what is empty", () => {
  test("every live region is there before it speaks, and speaks in its own place", async () => {
    const { page, site } = await visit({ head: emptyIsHidden });
    const hidden = () =>
      page.evaluate(() =>
        [...document.querySelectorAll("[role=status], [role=alert], [aria-live]")]
          .filter(
            (region) =>
              getComputedStyle(region).display === "none" || region.matches("[hidden], [hidden] *"),
          )
          .map(({ outerHTML }) => outerHTML),
      );
    expect(await page.locator("perennial-cancel-flow > article [role=status]").count()).toBe(1);
    // The dialog, and what it says in its steps, is not there until it is open.
    expect(await page.evaluate(inDialogOnly, await hidden())).toEqual([]);
    await press(page, "Cancel membership");
    await heading(page, "Why are you canceling?").waitFor();
    await page.keyboard.press("Escape");
    await page
      .getByRole("status")
      .getByText(/^Nothing has changed\./)
      .waitFor();
    site.answer = () => [500, {}];
    await press(page, "Cancel membership");
    await press(page, "Skip and cancel");
    await cancelButton(page).click();
    await page
      .getByRole("dialog")
      .getByRole("alert")
      .getByText(/^We can't say yet\b/)
      .waitFor();
  });

  test("the cross stays at its end also where no step is counted", async () => {
    const { page } = await visit({ head: emptyIsHidden, settings: { mode: "confirm" } });
    await press(page, "Cancel membership");
    const dialog = await page.getByRole("dialog").boundingBox();
    const cross = await page.locator(".pn-close").boundingBox();
    expect((cross?.x ?? 0) - (dialog?.x ?? 0)).toBeGreaterThan((dialog?.width ?? 0) / 2);
  });
});

/** Nothing of the markup stands outside of a dialog. */
function inDialogOnly(markup: string[]): string[] {
  const inside = [...document.querySelectorAll("dialog *")].map(({ outerHTML }) => outerHTML);
  return markup.filter((one) => !inside.includes(one));
}

describe("in a section with a color scheme of its own", () => {
  test.each([
    ["numbers", "18, 52, 86"],
    ["a color", "rgb(18 52 86 / 1)"],
  ])("that keeps it as %s, the dialog has its background", async (_form, value) => {
    const head = `<style>:root{--color-background:255, 255, 255}main{--color-background:${value};color:#fff}</style>`;
    const { page } = await visit({ head });
    await press(page, "Cancel membership");
    const color = await page
      .getByRole("dialog")
      .evaluate((dialog) => getComputedStyle(dialog).backgroundColor);
    expect(color).toBe("rgb(18, 52, 86)");
  });
});

describe("twice on one page", () => {
  test("no id is there twice, every reference leads to its own copy, and the script does not mind", async () => {
    const { page } = await visit({ times: 2 });
    const { ids, strays } = await page.evaluate(() => {
      const all = [...document.querySelectorAll("[id]")].map(({ id }) => id);
      const references = ["aria-describedby", "aria-labelledby", "for"];
      const astray = references.flatMap((name) =>
        [...document.querySelectorAll(`[${name}]`)].filter((element) => {
          const target = document.getElementById(element.getAttribute(name) ?? "");
          return target?.closest(".pn") !== element.closest(".pn");
        }),
      );
      return { ids: all, strays: astray.map(({ outerHTML }) => outerHTML) };
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(4);
    expect(strays).toEqual([]);
    const second = page.locator("perennial-cancel-flow").nth(1);
    await second.getByRole("button", { name: "Cancel membership", exact: true }).click();
    await second.getByRole("heading", { name: "Why are you canceling?", exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(await findingsOf(page)).toEqual([]);
  });
});

describe("in the theme editor", () => {
  test("a section that is made again locks nothing, and its new element works", async () => {
    const { page, site } = await visit();
    const reply = hold(site);
    await press(page, "Cancel membership");
    await press(page, "Continue");
    await page.evaluate(async () => {
      const html = await fetch("/").then((response) => response.text());
      const fresh = new DOMParser().parseFromString(html, "text/html");
      const selector = ".shopify-block";
      document.querySelector(selector)?.replaceWith(fresh.querySelector(selector) as Element);
      document.dispatchEvent(new CustomEvent("shopify:section:load", { bubbles: true }));
    });
    // What was asked before is answered now, to an element that is gone.
    const answered = page.waitForResponse(/\/reason$/);
    reply();
    await (await answered).finished();
    site.answer = allWell;
    expect(await page.getByRole("dialog").count()).toBe(0);
    await press(page, "Cancel membership");
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
  });
});

describe("under a strict policy for content", () => {
  test("the merchant's colors and corners are there, for each block its own", async () => {
    const settings = { radius: 3, text_color: "#114411", button_color: "#771111" };
    const policy = "style-src 'self' 'unsafe-inline'; style-src-attr 'none'";
    const { page } = await visit({ settings, policy });
    const look = await page.evaluate(() => {
      const button = getComputedStyle(document.querySelector(".pn-button") as Element);
      const card = getComputedStyle(document.querySelector(".pn-card") as Element);
      return [card.color, card.borderRadius, button.color, button.borderRadius];
    });
    expect(look).toEqual(["rgb(17, 68, 17)", "3px", "rgb(119, 17, 17)", "3px"]);
  });
});

describe("under a policy that runs no inline script", () => {
  test("the embed's flag is there all the same, unless the page has set its own", async () => {
    const policy = "script-src 'self'";
    const embed =
      '<script>window.__sdrfMode="a"</script><script src="/assets/cancel-mode.js" defer></script>';
    const expectedErrors = [/Content Security Policy/];
    const { page, asked } = await visit({ head: embed, policy }, { expectedErrors });
    await press(page, "Cancel membership");
    await page.getByText("Reference: 5001-20261121", { exact: true }).waitFor();
    expect(asked()).toEqual(["/cancel"]);

    const other = await visit({ head: embed });
    await press(other.page, "Cancel membership");
    await heading(other.page, "Why are you canceling?").waitFor();
  });
});

describe("with headings that the theme colors", () => {
  const head = "<style>h2,h3{color:#ffee99}body h2{color:#ffee99}</style>";
  const colorOf = (settings: Record<string, string>) =>
    visit({ head, settings }).then(({ page }) =>
      page.evaluate(() => getComputedStyle(document.querySelector(".pn h2") as Element).color),
    );

  test("they keep the theme's color, and take the merchant's text color on the merchant's background", async () => {
    expect(await colorOf({})).toBe("rgb(255, 238, 153)");
    expect(await colorOf({ background_color: "#ffffff", text_color: "#222222" })).toBe(
      "rgb(34, 34, 34)",
    );
  });
});

describe("the cancel button", () => {
  test("without JavaScript is a link by which one can cancel", async () => {
    const { page } = await visit({}, { javaScriptEnabled: false });
    const link = page.getByRole("link", { name: "Cancel membership", exact: true });
    expect(await link.getAttribute("href")).toMatch(
      /^mailto:help@example\.com\?subject=Cancel%20my%20membership/,
    );
    expect(await link.evaluate((element) => getComputedStyle(element).pointerEvents)).toBe("auto");
    expect(await page.getByRole("button", { name: "Cancel membership", exact: true }).count()).toBe(
      0,
    );
  });

  test("is that link again where the dialog's script does not come", async () => {
    const { page } = await visit({ withoutDialog: true, settings: { contact: "/contact" } });
    await press(page, "Cancel membership");
    await page.waitForURL("**/contact");
  });

  test("with it is a button: Space presses it, it leads nowhere and does not scroll", async () => {
    const { page } = await visit({
      body: 'style="min-height:300vh"',
      settings: { contact: "/contact" },
    });
    expect(await page.getByRole("link", { name: "Cancel membership", exact: true }).count()).toBe(
      0,
    );
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Space");
    await heading(page, "Why are you canceling?").waitFor();
    await expect.poll(() => focused(page)).toBe("Why are you canceling?");
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press("Escape");
    await press(page, "Cancel membership");
    await expect.poll(() => focused(page)).toBe("Why are you canceling?");
    expect(new URL(page.url()).pathname).toBe("/");
  });
});
