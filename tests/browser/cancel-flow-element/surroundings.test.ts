import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { PreviewState } from "#storefront/cancel-flow/cancel-flow-preview.ts";
import { openPage, phone } from "#tests/support/browser.ts";
import { type FlowPage, serveCancelFlow } from "#tests/support/serve-cancel-flow.ts";
import {
  allWell,
  atOffer,
  browser,
  cancelButton,
  findingsOf,
  focused,
  heading,
  press,
  visit,
} from "./visit.ts";

describe("the theme's flag in the page's head", () => {
  const withFlag = (value: string) => ({ head: `<script>window.__sdrfMode = ${value};</script>` });

  test('exactly "b" cancels at once, without the modal, and shows the outcome at the card', async () => {
    const { page, asked } = await visit(withFlag('"b"'));
    await press(page, "Cancel membership");
    await page.getByText("Reference: 5001-20261121", { exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(asked()).toEqual(["/cancel"]);
    expect(await focused(page)).toContain("Reference: 5001-20261121");
    expect(await page.getByRole("button", { name: "Cancel membership", exact: true }).count()).toBe(
      0,
    );
  });

  test('with "b" a failure is said at the card, where the same button tries again', async () => {
    const { page, site } = await visit(withFlag('"b"'));
    site.answer = (request) => (request.path === "/cancel" ? [500, {}] : allWell(request));
    await press(page, "Cancel membership");
    await page
      .getByRole("alert")
      .getByText(/Your membership is still active\./)
      .waitFor();
    site.answer = allWell;
    await press(page, "Cancel membership");
    await page.getByText("Reference: 5001-20261121", { exact: true }).waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  test.each(['"B"', "true", "undefined", '["b"]', 'new String("b")'])(
    "%s keeps the standard flow",
    async (value) => {
      const { page, asked } = await visit(withFlag(value));
      await press(page, "Cancel membership");
      await heading(page, "Why are you canceling?").waitFor();
      expect(asked()).toEqual([]);
    },
  );
});

describe("while the dialog's script is on its way", () => {
  /** A page whose dialog cannot open before the test lets its script go. */
  async function pressedEarly(flag: string) {
    const { promise: arrived, resolve: letGo } = Promise.withResolvers<void>();
    const head = `<script>window.__sdrfMode = ${flag};</script>`;
    const { page, asked } = await visit({ head, dialogArrives: arrived });
    const setFlag = (value: string) =>
      page.evaluate((mode) => Object.assign(window, { __sdrfMode: mode }), value);
    await press(page, "Cancel membership");
    return { page, asked, setFlag, letGo };
  }

  test("a flag that is set after the press changes nothing: the dialog opens, and nothing is canceled", async () => {
    const { page, asked, setFlag, letGo } = await pressedEarly("undefined");
    await setFlag("b");
    letGo();
    await heading(page, "Why are you canceling?").waitFor();
    expect(asked()).toEqual([]);
  });

  test("a flag that is taken away after the press changes nothing: the membership is canceled without a dialog", async () => {
    const { page, asked, setFlag, letGo } = await pressedEarly('"b"');
    await setFlag("a");
    letGo();
    await page.getByText("Reference: 5001-20261121", { exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(asked()).toEqual(["/cancel"]);
  });

  test("a second press, with the flag by then, is none", async () => {
    const { page, asked, setFlag, letGo } = await pressedEarly("undefined");
    await setFlag("b");
    await press(page, "Cancel membership");
    letGo();
    await heading(page, "Why are you canceling?").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    expect(asked()).toEqual([]);
  });
});

describe("modes of the block", () => {
  test("confirm only opens at the confirmation", async () => {
    const { page, asked } = await visit({ settings: { mode: "confirm" } });
    await press(page, "Cancel membership");
    await heading(page, "Cancel your membership?").waitFor();
    await cancelButton(page).click();
    await heading(page, "Canceled").waitFor();
    expect(asked()).toEqual(["", "/cancel"]);
  });

  test("German mode goes from one lawful button to the other, and to the receipt", async () => {
    const { page, asked } = await visit({ locale: "de", settings: { mode: "german" } });
    await press(page, "Verträge hier kündigen");
    expect(await page.getByRole("dialog").innerText()).toContain("anna@example.com");
    expect(await findingsOf(page)).toEqual([]);
    await press(page, "jetzt kündigen");
    await heading(page, "Gekündigt").waitFor();
    expect(asked()).toEqual(["", "/cancel"]);
  });
});

describe.each([
  ["desktop", {}],
  ["phone", { viewport: phone, hasTouch: true, isMobile: true }],
] as const)("on a %s", (_, options) => {
  test("axe finds nothing at any step", async () => {
    const { page, site } = await visit({}, options);
    const findings: Record<string, string[]> = { card: await findingsOf(page) };
    await press(page, "Cancel membership");
    await heading(page, "Why are you canceling?").waitFor();
    findings.reason = await findingsOf(page);
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    findings.offer = await findingsOf(page);
    await press(page, "Continue to cancel");
    await heading(page, "Cancel your membership?").waitFor();
    findings.confirm = await findingsOf(page);
    site.answer = () => [500, {}];
    await cancelButton(page).click();
    await page
      .getByRole("alert")
      .getByText(/^We can't say yet\b/)
      .waitFor();
    findings.error = await findingsOf(page);
    site.answer = allWell;
    await cancelButton(page).click();
    await heading(page, "Canceled").waitFor();
    findings.done = await findingsOf(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    findings.over = await findingsOf(page);
    expect(Object.values(findings).flat()).toEqual([]);
    expect(Object.keys(findings)).toHaveLength(7);
  });
});

describe("on a phone", () => {
  test.each(["en", "de", "fr", "es", "ja"])(
    "in %s every step is a full-height sheet that scrolls in one direction only, with targets of 44 pixels",
    async (locale) => {
      const { page } = await visit({ locale }, { viewport: phone, hasTouch: true, isMobile: true });
      const button = (name: string) => page.locator(`dialog [data-do=${name}]:visible`).last();
      const fits = async () => {
        const report = await page.evaluate(() => {
          const dialog = document.querySelector("dialog") as HTMLDialogElement;
          const targets = [...dialog.querySelectorAll("button, a, label")];
          const seen = targets.filter((target) => target.getClientRects().length > 0);
          return {
            sideways: [document.documentElement, dialog].filter(
              ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
            ).length,
            height: dialog.getBoundingClientRect().height,
            small: seen
              .filter((target) => Math.round(target.getBoundingClientRect().height) < 44)
              .map(({ outerHTML }) => outerHTML),
          };
        });
        expect(report).toEqual({ sideways: 0, height: phone.height, small: [] });
      };
      await page.locator("[data-do=open]").click();
      await page.locator("form .pn-solid").waitFor();
      await fits();
      await page.locator("form .pn-solid").click();
      await button("accept").waitFor();
      await fits();
      await button("decline").click();
      await fits();
      await button("cancel").click();
      await page.locator("[data-if=done]:not([hidden]) h2").waitFor();
      await fits();
    },
  );
});

describe("in the shopper's surroundings", () => {
  test("who wants less motion gets none, and others get little", async () => {
    const durationOf = async (reducedMotion: "reduce" | "no-preference") => {
      const { page } = await visit({}, { reducedMotion });
      await press(page, "Cancel membership");
      return page
        .getByRole("dialog")
        .evaluate((dialog) => Number.parseFloat(getComputedStyle(dialog).transitionDuration));
    };
    expect(await durationOf("reduce")).toBe(0);
    expect(await durationOf("no-preference")).toBeLessThanOrEqual(0.3);
  });

  test("a dark theme's colors and font are the dialog's, and stay readable", async () => {
    const body = 'style="background:#101418;color:#e8e6e1;font-family:monospace"';
    const { page } = await visit({ body });
    await press(page, "Cancel membership");
    const look = await page.getByRole("dialog").evaluate((dialog) => {
      const { backgroundColor, color, fontFamily } = getComputedStyle(dialog);
      return { backgroundColor, color, fontFamily };
    });
    expect(look).toEqual({
      backgroundColor: "rgb(16, 20, 24)",
      color: "rgb(232, 230, 225)",
      fontFamily: "monospace",
    });
    expect(await findingsOf(page)).toEqual([]);
  });

  test("from right to left, the layout is mirrored and amounts keep their direction", async () => {
    const { page } = await atOffer({ dir: "rtl" }, { viewport: phone });
    const box = await page.locator(".pn-close").boundingBox();
    expect(box?.x).toBeLessThan(60);
    expect(await page.locator("[data-lines=offer] bdi").first().innerText()).toBe("€12.00");
    expect(await findingsOf(page)).toEqual([]);
  });

  test("nothing on the page moves by itself, however slow the phone and the answers", async () => {
    const site = await serveCancelFlow();
    // Later than the half second in which a move still counts as the shopper's own doing.
    site.answer = async (request) => {
      await delay(700);
      return request.path === "/accept" ? [429, { code: "rate_limited" }] : allWell(request);
    };
    const page = await openPage(browser, { expectedErrors: [/Failed to load resource/] });
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (!Reflect.get(entry, "hadRecentInput")) shifts.push(Reflect.get(entry, "value"));
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(site.url);
    await press(page, "Cancel membership");
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    await press(page, "Accept");
    await page
      .getByRole("alert")
      .getByText(/^We couldn't apply the offer\b/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByText(/^Nothing has changed\. You\b/).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
  });
});

describe("the merchant's preview", () => {
  test("shows any moment of the flow without asking anything or taking the focus", async () => {
    const content: FlowPage = {
      locale: "de",
      designMode: true,
      settings: { preview: "offer" },
    };
    const { page } = await visit(content);
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url()));
    await heading(page, "Würde dir das besser passen?").waitFor();
    expect(await page.getByRole("dialog").innerText()).toMatch(/12,00\s€ statt 15,00\s€/);
    const show = (state: PreviewState) =>
      page.evaluate((json) => {
        document.querySelector("perennial-cancel-flow")?.setAttribute("data-preview-state", json);
      }, JSON.stringify(state));
    await show({ step: "reason", reason: "too_expensive" });
    await heading(page, "Warum möchtest du kündigen?").waitFor();
    expect(await page.getByLabel("Es ist mir zu teuer", { exact: true }).isChecked()).toBe(true);
    await show({
      step: "confirm",
      error: "failed",
      facts: { contract: { ends_on: null } },
    });
    await page
      .getByRole("alert")
      .getByText(/Deine Mitgliedschaft ist weiter aktiv\./)
      .waitFor();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Mitgliedschaft kündigen", exact: true })
      .click();
    await show({ step: "card" });
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(sent).toEqual([]);
  });
});
