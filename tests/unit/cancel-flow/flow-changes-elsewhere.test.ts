import { describe, expect, test } from "vitest";
import {
  atConfirm,
  atOffer,
  atReason,
  contract,
  discount,
  receipt,
  url,
  worldOf,
} from "./world.ts";

const cancelled = { status: "cancelled", next_billing_date: null, ends_on: "2026-12-04" };

const endsOn = (date: string) => ["ends_on", expect.objectContaining({ ends_on: date })];

describe("signed out meanwhile", () => {
  test("the answers are kept for the session, and lead back to the confirmation", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    expect(world.view()).toMatchObject({ step: "confirm", error: "signed_out" });
    const flow = world.reload();
    expect(flow.resume()).toEqual({ reason: "too_expensive", note: "" });
    expect(world.last()).toMatchObject({ url, method: "GET" });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
    flow.cancel();
    expect(world.last().body).toMatchObject({ reason: "too_expensive", flow_id: "flow-1" });
  });

  test("at the offer, the reason is sent again and the offer shown again, not accepted", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    world.reload().resume();
    expect(world.view().step).toBe("reason");
    expect(world.last()).toMatchObject({
      url: `${url}/reason`,
      body: { reason: "too_expensive", flow_id: "flow-1" },
    });
    await world
      .last()
      .answer(200, { flow_id: "flow-1", offer: discount, active_offer: null, contract });
    expect(world.view().step).toBe("offer");
    expect(world.asked.filter((asked) => asked.url.endsWith("/accept"))).toHaveLength(1);
  });

  test("at the reasons, they are shown with the answer that was given", async () => {
    const world = atReason();
    world.flow.answer({ reason: "order_issues", note: "late" });
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    const asked = world.asked.length;
    expect(world.reload().resume()).toEqual({ reason: "order_issues", note: "late" });
    expect(world.view().step).toBe("reason");
    expect(world.asked).toHaveLength(asked);
  });

  test("what was kept is used once", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    world.reload().resume();
    expect(world.reload().resume()).toBeUndefined();
  });

  test("a session that ends before the check asks to sign in, and claims nothing else", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    expect(world.view().error).toBe("signed_out");
  });

  test("cancelling straight away never goes on by itself after signing in", async () => {
    const world = worldOf();
    world.flow.open(true);
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    expect(world.view()).toMatchObject({ step: "card", error: "signed_out" });
    expect(world.reload().resume()).toBeUndefined();
    expect(world.asked).toHaveLength(1);
  });
});

describe("what changed elsewhere", () => {
  test("a contract cancelled in another tab is shown as cancelled, not as an error", async () => {
    const world = atReason();
    world.flow.answer({ reason: "other", note: "" });
    await world.last().answer(409, { code: "contract_cancelled", message: "cancelled" });
    await world.last().answer(200, { contract: cancelled, active_offer: null });
    expect(world.view()).toMatchObject({ step: "done", error: null });
    expect(world.view().lines[0]).toMatchObject(["already_cancelled", {}]);
  });

  test("an accept on a cancelled contract shows that it is cancelled", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(409, { code: "contract_cancelled", message: "cancelled" });
    await world.last().answer(200, { contract: cancelled, active_offer: null });
    expect(world.view()).toMatchObject({ step: "done", error: null });
  });

  test("a cancel that came second says so and gives the date", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answer(200, { ...receipt, already_cancelled: true });
    expect(world.view().lines[0]).toMatchObject(["already_cancelled", {}]);
    expect(world.view().lines).toContainEqual(endsOn("2026-12-04"));
  });

  test("the confirmation shows the date that holds now, not the one of the page", async () => {
    const world = atReason();
    world.flow.answer({ reason: null, note: "" });
    const moved = { ...contract, ends_on: "2027-01-15" };
    await world
      .last()
      .answer(200, { flow_id: "f", offer: null, active_offer: null, contract: moved });
    expect(JSON.stringify(world.view().lines)).toContain("2027-01-15");
    expect(world.view().lines).not.toContainEqual(endsOn("2026-12-04"));
  });

  test("who has an offer already sees it, with its terms, and can cancel", async () => {
    const world = atReason();
    world.flow.answer({ reason: "too_expensive", note: "" });
    await world.last().answer(200, { flow_id: "f", offer: null, active_offer: discount, contract });
    expect(world.view().step).toBe("confirm");
    expect(world.view().lines).toContainEqual(["has_offer"]);
    expect(JSON.stringify(world.view().lines)).toContain("1200");
  });

  test("an offer beside an active one is never shown", async () => {
    const world = atReason();
    world.flow.answer({ reason: "too_expensive", note: "" });
    const both = { flow_id: "f", offer: { ...discount, id: 8 }, active_offer: discount, contract };
    await world.last().answer(200, both);
    expect(world.view().step).toBe("confirm");
  });

  test("another offer accepted meanwhile leads to the confirmation, which says so", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(403, { code: "offer_already_active", message: "one" });
    await world.last().answer(200, { contract, active_offer: { ...discount, id: 9 } });
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
    expect(world.view().lines).toContainEqual(["has_offer"]);
  });

  test("the same offer accepted in another tab is shown as accepted", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(403, { code: "offer_already_active", message: "one" });
    await world.last().answer(200, { contract, active_offer: discount });
    expect(world.view()).toMatchObject({ step: "saved", error: null });
  });

  test.each([
    [404, "offer_gone"],
    [422, "platform_refused"],
  ])(
    "an offer that cannot be had (%i) is said to be gone, with no other in its place, and cancelling goes on",
    async (status, code) => {
      const world = await atOffer();
      world.flow.accept();
      const asked = world.asked.length;
      await world.last().answer(status, { code, message: "gone" });
      expect(world.asked).toHaveLength(asked);
      expect(world.view()).toMatchObject({ step: "offer", busy: false, error: "offer_gone" });
      world.flow.decline();
      expect(world.view()).toMatchObject({ step: "confirm", error: null });
    },
  );
});
