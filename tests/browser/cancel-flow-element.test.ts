import { setTimeout as delay } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { OfferView } from "#storefront/cancel-flow/answers.ts";
import type { PreviewState } from "#storefront/cancel-flow/cancel-flow-preview.ts";
import { axeOf } from "#tests/browser/axe-of.ts";
import { launchBrowser, type OpenPageOptions, openPage, phone } from "#tests/support/browser.ts";
import {
  type FlowPage,
  type FlowRequest,
  type FlowResponse,
  type FlowSite,
  goldClub,
  serveCancelFlow,
} from "#tests/support/serve-cancel-flow.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const discount: OfferView = {
  id: 7,
  type: "discount_price",
  name: "Three cheaper months",
  description: "The same club for less.",
  discount: {
    discount_type: "percentage",
    discount_value: 20,
    cycles: 3,
    price_minor: 1500,
    price_with_offer_minor: 1200,
    currency: "EUR",
    full_price_from: "2027-03-04",
  },
};

/** The app's answers when all is well. */
function allWell({ path }: FlowRequest): FlowResponse {
  const active = { contract: goldClub, active_offer: null };
  if (path === "/reason") return [200, { ...active, flow_id: "f-1", offer: discount, help: null }];
  if (path === "/accept") return [200, { applied: discount, contract: goldClub }];
  if (path === "") return [200, active];
  const contract = { ...goldClub, status: "cancelled", next_billing_date: null };
  return [
    200,
    {
      reference: "5001-20261121",
      ends_on: "2026-12-04",
      charge_running: false,
      last_charge: { amount_minor: 1500, currency: "EUR", date: "2026-11-04" },
      store_credit_minor: 1250,
      currency: "EUR",
      already_cancelled: false,
      contract,
    },
  ];
}

/** Keeps every answer back until the returned function is called. */
function hold(site: FlowSite): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  site.answer = async (request) => {
    await promise;
    return allWell(request);
  };
  return resolve;
}

interface Visit {
  page: Page;
  site: FlowSite;
  /** Paths of the requests so far. */
  asked: () => string[];
}

async function visit(content: FlowPage = {}, options: OpenPageOptions = {}): Promise<Visit> {
  const site = await serveCancelFlow(content);
  site.answer = allWell;
  const page = await openPage(browser, { expectedErrors: [/Failed to load resource/], ...options });
  await page.goto(site.url);
  return { page, site, asked: () => site.requests.map(({ path }) => path) };
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent?.trim().replace(/\s+/g, " ") ?? "");
/** Presses Tab until the focus is on what carries this name. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press("Tab");
    if ((await focused(page)).startsWith(name)) return;
  }
  throw new Error(`Tab never reached "${name}"`);
}

async function findingsOf(page: Page): Promise<string[]> {
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
  const { violations } = await axeOf(page).include("perennial-cancel-flow").analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

async function atOffer(content: FlowPage = {}, options: OpenPageOptions = {}): Promise<Visit> {
  const visited = await visit(content, options);
  await press(visited.page, "Cancel membership");
  await visited.page.getByLabel("It's too expensive").check();
  await press(visited.page, "Continue");
  await heading(visited.page, "Would this suit you better?").waitFor();
  return visited;
}

async function atConfirm(content: FlowPage = {}, options: OpenPageOptions = {}): Promise<Visit> {
  const visited = await atOffer(content, options);
  await press(visited.page, "Continue to cancel");
  await heading(visited.page, "Cancel your membership?").waitFor();
  return visited;
}

const cancelButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: "Cancel membership" });

describe("by keyboard", () => {
  test("the whole way can be gone, and the focus is on each step's heading as it comes", async () => {
    const { page, site } = await visit();
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Why are you cancelling?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByLabel("It's too expensive").isChecked()).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.type("Rent went up");
    await tabTo(page, "Continue");
    await page.keyboard.press("Enter");
    await heading(page, "Would this suit you better?").waitFor();
    expect(await focused(page)).toBe("Would this suit you better?");
    await tabTo(page, "Continue to cancel");
    await page.keyboard.press("Enter");
    expect(await focused(page)).toBe("Cancel your membership?");
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Enter");
    await heading(page, "Cancelled").waitFor();
    expect(await focused(page)).toBe("Cancelled");
    await page.keyboard.press("Escape");
    expect(await focused(page)).toContain("Reference: 5001-20261121");
    expect(site.requests.map(({ path, body }) => [path, body.reason, body.note])).toEqual([
      ["/reason", "too_expensive", "Rent went up"],
      ["/cancel", "too_expensive", "Rent went up"],
    ]);
  });

  test("Escape closes, says that nothing changed, and gives the focus back to the button", async () => {
    const { page, asked } = await visit();
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await focused(page)).toBe("Cancel membership");
    expect(await page.getByRole("status").allInnerTexts()).toContain(
      "Nothing has changed. You still have your membership.",
    );
    expect(asked()).toEqual([]);
  });

  test("Escape does the same where the browser no longer lets the page hold it back", async () => {
    const { page, site } = await visit();
    const reply = hold(site);
    await press(page, "Cancel membership");
    await press(page, "Continue");
    // Held back while the request is under way, which a browser grants once.
    await page.keyboard.press("Escape");
    reply();
    await heading(page, "Would this suit you better?").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Nothing has changed. You").waitFor();
    await press(page, "Cancel membership");
    await heading(page, "Why are you cancelling?").waitFor();
  });

  test("Enter among the reasons goes on to the offer and, held down, accepts nothing", async () => {
    const { page, asked } = await visit();
    await press(page, "Cancel membership");
    await page.getByLabel("It's too expensive").check();
    await page.keyboard.down("Enter");
    await heading(page, "Would this suit you better?").waitFor();
    for (let repeats = 0; repeats < 5; repeats++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect(asked()).toEqual(["/reason"]);
    expect(await heading(page, "Would this suit you better?").isVisible()).toBe(true);
  });

  test("no reason is chosen beforehand, and Continue works without one", async () => {
    const { page, site } = await visit();
    await press(page, "Cancel membership");
    expect(await page.locator("input:checked").count()).toBe(0);
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    expect(site.requests[0]?.body).toEqual({ reason: null, note: "" });
  });

  test("each step's place among the steps is announced politely", async () => {
    const { page } = await visit();
    const status = page.getByRole("dialog").getByRole("status");
    await press(page, "Cancel membership");
    expect(await status.innerText()).toBe("Step 1 of 3");
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    expect(await status.innerText()).toBe("Step 2 of 3");
    await press(page, "Continue to cancel");
    expect(await status.innerText()).toBe("Step 3 of 3");
  });
});

describe("with the mouse", () => {
  test("the offer is priced in words, and both of its buttons weigh the same", async () => {
    const { page } = await atOffer();
    const text = await page.getByRole("dialog").innerText();
    expect(text).toContain("20% off your next 3 renewals: €12.00 instead of €15.00.");
    expect(text).toContain("From March 4, 2027 you pay €15.00 again.");
    const looks = await page.getByRole("dialog").evaluate((dialog) =>
      ["accept", "decline"].map((name) => {
        const button = dialog.querySelector(`[data-do=${name}]`) as HTMLElement;
        const { color, backgroundColor, fontWeight, fontSize, borderColor } =
          getComputedStyle(button);
        const { offsetWidth: width, offsetHeight: height } = button;
        return { color, backgroundColor, fontWeight, fontSize, borderColor, width, height };
      }),
    );
    expect(looks[0]).toEqual(looks[1]);
    expect(await page.locator("[data-lines=offer] bdi").allInnerTexts()).toEqual([
      "€12.00",
      "€15.00",
      "€15.00",
    ]);
  });

  test("an accepted offer is confirmed, and stays in sight at the card", async () => {
    const { page, site } = await atOffer();
    await press(page, "Accept");
    await heading(page, "Your offer is active").waitFor();
    expect(site.requests.at(-1)?.body).toMatchObject({ flow_id: "f-1", offer_id: 7 });
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    expect(await page.locator(".pn-card").innerText()).toContain("€12.00 instead of €15.00");
    expect(await page.getByRole("button", { name: "Cancel membership" }).isVisible()).toBe(true);
  });

  test("a double click sends one request and answers only the step that it was made on", async () => {
    const { page, asked } = await visit();
    await page.getByRole("button", { name: "Cancel membership" }).dblclick();
    await heading(page, "Why are you cancelling?").waitFor();
    await page.getByRole("button", { name: "Continue", exact: true }).dblclick();
    await heading(page, "Would this suit you better?").waitFor();
    await page.getByRole("button", { name: "Continue to cancel" }).dblclick();
    await heading(page, "Cancel your membership?").waitFor();
    expect(asked()).toEqual(["/reason"]);
    await cancelButton(page).dblclick();
    await heading(page, "Cancelled").waitFor();
    expect(asked()).toEqual(["/reason", "/cancel"]);
  });

  test("the second half of a double click does not answer the step that the first half brought up", async () => {
    const { page, asked } = await atConfirm();
    await cancelButton(page).hover();
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await cancelButton(page).getAttribute("aria-disabled")).toBe("false");
    expect(asked()).toEqual(["/reason"]);
  });

  test("the receipt says when it ends, what was charged last and what remains; the button is gone", async () => {
    const { page } = await atConfirm();
    await cancelButton(page).click();
    await heading(page, "Cancelled").waitFor();
    const text = await page.getByRole("dialog").innerText();
    for (const line of [
      "Reference: 5001-20261121",
      "Your membership ends on December 4, 2026. You won't be charged again.",
      "Last charge: €15.00 on November 4, 2026.",
      "You keep €12.50 in store credit.",
    ]) {
      expect(text).toContain(line);
    }
    await page.keyboard.press("Escape");
    expect(await page.getByRole("button", { name: "Cancel membership" }).count()).toBe(0);
    expect(await page.locator(".pn-badge:visible").innerText()).toBe("Cancelled");
  });
});

describe("when something fails", () => {
  test("an offer that does not come in time is skipped, and cancelling goes on", async () => {
    const { page, site } = await visit();
    site.answer = (request) => (request.path === "/reason" ? "silence" : allWell(request));
    await press(page, "Cancel membership");
    const began = Date.now();
    await press(page, "Continue");
    await heading(page, "Cancel your membership?").waitFor();
    expect(Date.now() - began).toBeGreaterThan(1400);
    expect(Date.now() - began).toBeLessThan(4000);
    await cancelButton(page).click();
    await heading(page, "Cancelled").waitFor();
  });

  test("offline, nothing is sent, it says so, and the answers stay", async () => {
    const { page, asked } = await visit();
    await press(page, "Cancel membership");
    await page.getByLabel("Problems with my order").check();
    await page.context().setOffline(true);
    await press(page, "Continue");
    const alert = page.getByRole("dialog").getByRole("alert");
    expect(await alert.innerText()).toBe("You are offline. Nothing has been cancelled yet.");
    expect(await page.getByLabel("Problems with my order").isChecked()).toBe(true);
    expect(asked()).toEqual([]);
    await page.context().setOffline(false);
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    expect(await alert.innerText()).toBe("");
  });

  test("a failed cancel says that the membership is active, offers e-mail, and works when tried again", async () => {
    const { page, site } = await atConfirm();
    site.answer = (request) =>
      request.path === "/cancel"
        ? [503, { code: "platform_unavailable", message: "later" }]
        : allWell(request);
    await cancelButton(page).click();
    const alert = page.getByRole("dialog").getByRole("alert");
    await alert.getByText("We couldn't cancel just now.").waitFor();
    expect(await alert.innerText()).toContain("Your membership is still active.");
    expect(await alert.getByRole("link").getAttribute("href")).toContain("mailto:help@example.com");
    const described = await cancelButton(page).getAttribute("aria-describedby");
    expect(await alert.getAttribute("id")).toBe(described);
    site.answer = allWell;
    await cancelButton(page).click();
    await heading(page, "Cancelled").waitFor();
    const keys = site.requests
      .filter(({ path }) => path === "/cancel")
      .map(({ body }) => body.idempotency_key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("an offer that is gone is said to be, and the focus is on the way to cancel", async () => {
    const { page, site } = await atOffer();
    site.answer = (request) =>
      request.path === "/accept"
        ? [404, { code: "offer_gone", message: "gone" }]
        : allWell(request);
    await press(page, "Accept");
    await page.getByRole("alert").getByText("That offer is no longer available.").waitFor();
    expect(await focused(page)).toBe("Continue to cancel");
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  });

  test("who was signed out meanwhile comes back to the same step with the same answers", async () => {
    const { page, site } = await visit();
    site.answer = () => [401, { code: "signed_out", message: "Sign in" }];
    await press(page, "Cancel membership");
    await page.getByLabel("Problems with my order").check();
    await page.getByRole("textbox").fill("Broken");
    await press(page, "Continue");
    const signIn = page.getByRole("dialog").getByRole("link", { name: "Sign in" });
    expect(await signIn.getAttribute("href")).toMatch(/^\/account\/login\b/);
    site.answer = allWell;
    await page.reload();
    await heading(page, "Why are you cancelling?").waitFor();
    expect(await page.getByLabel("Problems with my order").isChecked()).toBe(true);
    expect(await page.getByRole("textbox").inputValue()).toBe("Broken");
    await page.reload();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("while a request is under way its buttons say so, and Escape waits for the answer", async () => {
    const { page, site } = await atConfirm();
    const reply = hold(site);
    await cancelButton(page).click();
    expect(await cancelButton(page).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
    // A second Escape closes whatever the page says; the answer brings the dialog back.
    await page.keyboard.press("Escape");
    reply();
    await heading(page, "Cancelled").waitFor();
    expect(await page.getByText("Nothing has changed. You").count()).toBe(0);
  });
});

describe("the theme's flag in the page's head", () => {
  const withFlag = (value: string) => ({ head: `<script>window.__sdrfMode = ${value};</script>` });

  test('exactly "b" cancels at once, without the modal, and shows the outcome at the card', async () => {
    const { page, asked } = await visit(withFlag('"b"'));
    await press(page, "Cancel membership");
    await page.getByText("Reference: 5001-20261121").waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(asked()).toEqual(["/cancel"]);
    expect(await focused(page)).toContain("Reference: 5001-20261121");
    expect(await page.getByRole("button", { name: "Cancel membership" }).count()).toBe(0);
  });

  test('with "b" a failure is said at the card, where the same button tries again', async () => {
    const { page, site } = await visit(withFlag('"b"'));
    site.answer = (request) => (request.path === "/cancel" ? [500, {}] : allWell(request));
    await press(page, "Cancel membership");
    await page.getByRole("alert").getByText("Your membership is still active.").waitFor();
    site.answer = allWell;
    await press(page, "Cancel membership");
    await page.getByText("Reference: 5001-20261121").waitFor();
    expect(await findingsOf(page)).toEqual([]);
  });

  test.each(['"B"', "true", "undefined", '["b"]', 'new String("b")'])(
    "%s keeps the standard flow",
    async (value) => {
      const { page, asked } = await visit(withFlag(value));
      await press(page, "Cancel membership");
      await heading(page, "Why are you cancelling?").waitFor();
      expect(asked()).toEqual([]);
    },
  );
});

describe("modes of the block", () => {
  test("confirm only opens at the confirmation", async () => {
    const { page, asked } = await visit({ settings: { mode: "confirm" } });
    await press(page, "Cancel membership");
    await heading(page, "Cancel your membership?").waitFor();
    await cancelButton(page).click();
    await heading(page, "Cancelled").waitFor();
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
    findings.reason = await findingsOf(page);
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    findings.offer = await findingsOf(page);
    await press(page, "Continue to cancel");
    findings.confirm = await findingsOf(page);
    site.answer = () => [500, {}];
    await cancelButton(page).click();
    await page.getByRole("alert").getByText("We can't say yet").waitFor();
    findings.error = await findingsOf(page);
    site.answer = allWell;
    await cancelButton(page).click();
    await heading(page, "Cancelled").waitFor();
    findings.done = await findingsOf(page);
    await page.keyboard.press("Escape");
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
      return request.path === "/accept" ? [422, { code: "platform_refused" }] : allWell(request);
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
    await page.getByRole("alert").getByText("We couldn't apply the offer").waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("Nothing has changed. You").waitFor();
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
    expect(await page.getByLabel("Es ist mir zu teuer").isChecked()).toBe(true);
    await show({
      step: "confirm",
      error: "failed",
      facts: { contract: { next_billing_date: null } },
    });
    await page.getByRole("alert").getByText("Deine Mitgliedschaft ist weiter aktiv.").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Mitgliedschaft kündigen" }).click();
    await show({ step: "card" });
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    expect(sent).toEqual([]);
  });
});
