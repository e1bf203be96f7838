import { describe, expect, test } from "vitest";
import {
  allWell,
  atConfirm,
  atOffer,
  cancelButton,
  focused,
  heading,
  hold,
  press,
  tabTo,
  visit,
} from "./visit.ts";

describe("by keyboard", () => {
  test("the whole way can be gone, and the focus is on each step's heading as it comes", async () => {
    const { page, site } = await visit();
    await tabTo(page, "Cancel membership");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Why are you canceling?");
    await page.keyboard.press("Tab");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await page.getByLabel("It's too expensive", { exact: true }).isChecked()).toBe(true);
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
    await heading(page, "Canceled").waitFor();
    expect(await focused(page)).toBe("Canceled");
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
    await heading(page, "Why are you canceling?").waitFor();
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
    await page.getByText(/^Nothing has changed\. You\b/).waitFor();
    await press(page, "Cancel membership");
    await heading(page, "Why are you canceling?").waitFor();
  });

  test("Enter among the reasons goes on to the offer and, held down, accepts nothing", async () => {
    const { page, asked } = await visit();
    await press(page, "Cancel membership");
    await page.getByLabel("It's too expensive", { exact: true }).check();
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
    expect(await status.innerText()).toBe("Step 1");
    await press(page, "Continue");
    await heading(page, "Would this suit you better?").waitFor();
    expect(await status.innerText()).toBe("Step 2 of 3");
    await press(page, "Continue to cancel");
    expect(await status.innerText()).toBe("Step 3 of 3");
    await page.keyboard.press("Escape");
    await press(page, "Cancel membership");
    // Without an offer there are two, and nobody was told of three.
    expect(await status.innerText()).toBe("Step 1");
    await press(page, "Skip and cancel");
    await heading(page, "Cancel your membership?").waitFor();
  });

  test.each([
    ["contact", "We're sorry about that. May we make it up to you?"],
    ["help", "Can we help?"],
    [null, "Would this suit you better?"],
  ])("the offer's heading fits the reason: %s", async (kind, words) => {
    const { page, site } = await visit();
    const help = kind && { kind, url: "mailto:help@example.com" };
    site.answer = (request) => {
      const [status, body] = allWell(request) as [number, object];
      return request.path === "/reason" ? [status, { ...body, help }] : [status, body];
    };
    await press(page, "Cancel membership");
    await press(page, "Continue");
    await heading(page, words).waitFor();
    expect(await page.locator("[data-if=offer] h2").innerText()).toBe(words);
    const struck = page.locator("[data-lines=offer] s");
    expect(await struck.allInnerTexts()).toEqual(["€15.00"]);
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
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Close", exact: true })
      .last()
      .click();
    expect(await page.locator(".pn-card").innerText()).toContain("€12.00 instead of €15.00");
    expect(
      await page.getByRole("button", { name: "Cancel membership", exact: true }).isVisible(),
    ).toBe(true);
  });

  test("a double click sends one request and answers only the step that it was made on", async () => {
    const { page, asked } = await visit();
    await page.getByRole("button", { name: "Cancel membership", exact: true }).dblclick();
    await heading(page, "Why are you canceling?").waitFor();
    await page.getByRole("button", { name: "Continue", exact: true }).dblclick();
    await heading(page, "Would this suit you better?").waitFor();
    await page.getByRole("button", { name: "Continue to cancel", exact: true }).dblclick();
    await heading(page, "Cancel your membership?").waitFor();
    expect(asked()).toEqual(["/reason"]);
    await cancelButton(page).dblclick();
    await heading(page, "Canceled").waitFor();
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
    await heading(page, "Canceled").waitFor();
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
    expect(await page.getByRole("button", { name: "Cancel membership", exact: true }).count()).toBe(
      0,
    );
    expect(await page.locator(".pn-badge:visible").innerText()).toBe("Canceled");
  });
});
