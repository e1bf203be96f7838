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
  visit,
} from "./visit.ts";

describe("when something fails", () => {
  test("an offer that does not come in time is skipped, and cancelling goes on", async () => {
    const { page, site } = await visit();
    site.answer = (request) => (request.path === "/reason" ? "silence" : allWell(request));
    await press(page, "Cancel membership");
    await press(page, "Continue");
    await heading(page, "Cancel your membership?").waitFor();
    await cancelButton(page).click();
    await heading(page, "Canceled").waitFor();
  });

  test("offline, nothing is sent, it says so, and the answers stay", async () => {
    const { page, asked } = await visit();
    await press(page, "Cancel membership");
    await page.getByLabel("Problems with my order", { exact: true }).check();
    await page.context().setOffline(true);
    await press(page, "Continue");
    const alert = page.getByRole("dialog").getByRole("alert");
    expect(await alert.innerText()).toBe("You are offline. Nothing has been canceled yet.");
    expect(await page.getByLabel("Problems with my order", { exact: true }).isChecked()).toBe(true);
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
    await alert.getByText(/^We couldn't cancel just now\./).waitFor();
    expect(await alert.innerText()).toContain("Your membership is still active.");
    expect(await alert.getByRole("link").getAttribute("href")).toContain("mailto:help@example.com");
    const described = await cancelButton(page).getAttribute("aria-describedby");
    expect(await alert.getAttribute("id")).toBe(described);
    site.answer = allWell;
    await cancelButton(page).click();
    await heading(page, "Canceled").waitFor();
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
    await page
      .getByRole("alert")
      .getByText("That offer is no longer available.", { exact: true })
      .waitFor();
    expect(await focused(page)).toBe("Continue to cancel");
    expect(await page.getByRole("button", { name: "Accept", exact: true }).count()).toBe(0);
  });

  test("who was signed out meanwhile comes back to the same step with the same answers", async () => {
    const { page, site } = await visit();
    site.answer = () => [401, { code: "signed_out", message: "Sign in" }];
    await press(page, "Cancel membership");
    await page.getByLabel("Problems with my order", { exact: true }).check();
    await page.getByRole("textbox").fill("Broken");
    await press(page, "Continue");
    const signIn = page.getByRole("dialog").getByRole("link", { name: "Sign in", exact: true });
    expect(await signIn.getAttribute("href")).toMatch(/^\/account\/login\b/);
    site.answer = allWell;
    await page.reload();
    await heading(page, "Why are you canceling?").waitFor();
    expect(await page.getByLabel("Problems with my order", { exact: true }).isChecked()).toBe(true);
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
    await heading(page, "Canceled").waitFor();
    expect(await page.getByText(/^Nothing has changed\. You\b/).count()).toBe(0);
  });
});
