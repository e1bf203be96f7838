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

describe("cancelling never depends on the offer's part of the way", () => {
  test("the offer gets 1.5 seconds and is then skipped, with nothing else waited for", async () => {
    const world = atReason();
    world.flow.answer({ reason: "too_expensive", note: "a note" });
    expect(world.last()).toMatchObject({ url: `${url}/reason`, patienceMs: 1500 });
    await world.last().fail();
    expect(world.asked).toHaveLength(1);
    expect(world.view()).toMatchObject({ step: "confirm", busy: false, error: null });
    world.flow.cancel();
    expect(world.last().body).toMatchObject({ reason: "too_expensive", note: "a note" });
    await world.last().answer(200, receipt);
    expect(world.view().step).toBe("done");
  });

  test.each([500, 503])("a reason answered with %i goes on to the confirmation", async (status) => {
    const world = atReason();
    world.flow.answer({ reason: "other", note: "" });
    await world.last().answer(status, { message: "server error" });
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
  });

  test("a reason that is refused goes on to the confirmation, with the contract looked up", async () => {
    const world = atReason();
    world.flow.answer({ reason: "other", note: "" });
    await world.last().answer(422, { error: true, message: "no", data: "{}" });
    expect(world.last()).toMatchObject({ url, method: "GET", patienceMs: 1500 });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
  });

  test("skipping works when the contract cannot be looked up", async () => {
    const world = atReason();
    world.flow.skip();
    expect(world.last()).toMatchObject({ url, method: "GET", patienceMs: 1500 });
    await world.last().fail();
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
    expect(JSON.stringify(world.view().lines)).toContain("2026-12-04");
  });

  test("a browser that refuses storage can go the whole way", async () => {
    const world = worldOf();
    world.isStorageRefused = true;
    expect(world.flow.resume()).toBeUndefined();
    world.flow.open();
    world.flow.skip();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    expect(world.view()).toMatchObject({ step: "reason", busy: false, error: "signed_out" });
  });
});

describe("the way through", () => {
  test("a reason leads to its offer, its length named, and accepting sends what was shown", async () => {
    const world = await atOffer();
    expect(world.asked[0]).toMatchObject({
      method: "POST",
      body: { reason: "too_expensive", note: "" },
    });
    expect(world.view()).toMatchObject({ step: "offer", busy: false });
    world.flow.accept();
    expect(world.last()).toMatchObject({
      url: `${url}/accept`,
      body: { flow_id: "flow-1", offer_id: 7, idempotency_key: expect.any(String) },
    });
    await world.last().answer(200, { applied: discount, contract });
    expect(world.view()).toMatchObject({ step: "saved", over: "saved" });
  });

  test("no reason is needed: it goes on as null", async () => {
    const world = atReason();
    world.flow.answer({ reason: null, note: "" });
    expect(world.last().body).toEqual({ reason: null, note: "" });
    await world.last().answer(200, { flow_id: "f", offer: null, active_offer: null, contract });
    expect(world.view().step).toBe("confirm");
  });

  test("skipping sends no reason, also when one had been given before", async () => {
    const world = await atOffer();
    world.flow.close();
    world.flow.open();
    world.flow.skip();
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "confirm", facts: { offer: null } });
    world.flow.cancel();
    expect(world.last().body).toMatchObject({ reason: null, note: "" });
  });

  test("three presses at most lie between the button and a cancelled membership", async () => {
    const world = atReason();
    world.flow.answer({ reason: "too_expensive", note: "" });
    await world.last().answer(200, { flow_id: "f", offer: discount, active_offer: null, contract });
    world.flow.decline();
    world.flow.cancel();
    await world.last().answer(200, receipt);
    expect(world.view()).toMatchObject({ step: "done", over: "done" });
  });

  test("another reason after an offer replaces the first in the same flow", async () => {
    const world = await atOffer();
    world.flow.close();
    world.flow.open();
    world.flow.answer({ reason: "other", note: "" });
    expect(world.last().body).toMatchObject({ reason: "other", flow_id: "flow-1" });
    await world
      .last()
      .answer(200, { flow_id: "flow-1", offer: null, active_offer: null, contract });
    expect(world.view()).toMatchObject({ step: "confirm", facts: { offer: null } });
  });

  test("leaving says that nothing changed, and nothing was sent", async () => {
    const world = atReason();
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", lines: [["unchanged"]], over: null });
    expect(world.asked).toHaveLength(0);
  });

  test("leaving after cancelling keeps the receipt in sight", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answer(200, receipt);
    const { lines } = world.view();
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", over: "done", lines });
  });

  test("leaving after accepting keeps the offer's terms in sight, and the flow can start again", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(200, { applied: discount, contract });
    const { lines } = world.view();
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", over: "saved", lines });
    world.flow.open();
    world.flow.close();
    expect(world.view()).toMatchObject({ over: null, lines: [["unchanged"]] });
  });

  test("leaving twice says it once", () => {
    const world = atReason();
    world.flow.close();
    const shown = world.views.length;
    world.flow.close();
    expect(world.views).toHaveLength(shown);
  });
});

describe("modes", () => {
  test("confirm only: straight to the confirmation, with no reason asked and no offer made", async () => {
    const world = worldOf("confirm");
    world.flow.open();
    expect(world.views[0]).toMatchObject({ step: "confirm" });
    expect(world.last()).toMatchObject({ url, method: "GET" });
    await world.last().answer(200, { contract, active_offer: null });
    world.flow.cancel();
    expect(world.last()).toMatchObject({ url: `${url}/cancel`, body: { reason: null } });
    await world.last().answer(200, receipt);
    expect(world.view().step).toBe("done");
    expect(world.views.map(({ step }) => step)).not.toContain("offer");
  });

  test("confirm only: signing in again leads back to the confirmation with one look at the contract", async () => {
    const world = worldOf("confirm");
    world.flow.open();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    const asked = world.asked.length;
    world.reload().resume();
    expect(world.view()).toMatchObject({ step: "confirm" });
    expect(world.asked).toHaveLength(asked + 1);
  });

  test("straight: one request, no step, and the card shows the outcome", async () => {
    const world = worldOf();
    world.flow.open(true);
    expect(world.last()).toMatchObject({ url: `${url}/cancel`, method: "POST" });
    await world.last().answer(200, receipt);
    expect(world.asked).toHaveLength(1);
    expect(new Set(world.views.map(({ step }) => step))).toEqual(new Set(["card"]));
    expect(world.view()).toMatchObject({ over: "done" });
    expect(world.view().lines[0]).toMatchObject(["reference", { reference: "5001-20261121" }]);
  });

  test("straight: a failure is said at the card, and a retry is the same attempt", async () => {
    const world = worldOf();
    world.flow.open(true);
    const key = world.last().body?.idempotency_key;
    await world.last().answer(503, { code: "platform_unavailable", message: "later" });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "card", error: "failed", over: null });
    world.flow.open(true);
    expect(world.last().body?.idempotency_key).toBe(key);
  });
});
