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

describe("what fails never leaves a shopper in doubt", () => {
  test("a cancel without an answer is checked, and said to have changed nothing only when that is so", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    expect(world.last()).toMatchObject({ url, method: "GET" });
    expect(world.view()).toMatchObject({ busy: true, error: null });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "confirm", busy: false, error: "failed" });
  });

  test("a cancel that went through although its answer was lost is shown as cancelled", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answerPage(502);
    const { body } = world.asked.at(-2) ?? {};
    await world.last().answer(200, { contract: cancelled, active_offer: null });
    expect(world.last()).toMatchObject({ url: `${url}/cancel`, body });
    await world.last().answer(200, receipt);
    expect(world.view()).toMatchObject({ step: "done", over: "done", error: null });
    expect(world.view().lines[0]).toMatchObject(["reference", { reference: "5001-20261121" }]);
  });

  test("a cancelled contract whose receipt cannot be had is shown as cancelled all the same", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answerPage(502);
    await world.last().answer(200, { contract: cancelled, active_offer: null });
    await world.last().fail();
    expect(world.view()).toMatchObject({ step: "done", over: "done", error: null });
    expect(world.view().lines).toContainEqual(["already_cancelled"]);
    expect(world.view().lines).toContainEqual(endsOn("2026-12-04"));
  });

  test("a cancel is repeated by itself only when the contract is known to be over", async () => {
    const world = await atConfirm();
    const cancels = () => world.asked.filter((asked) => asked.url.endsWith("/cancel"));
    world.flow.cancel();
    await world.last().fail();
    await world.last().answer(200, { contract, active_offer: null });
    expect(cancels()).toHaveLength(1);
    world.flow.cancel();
    await world.last().fail();
    await world.last().fail();
    expect(cancels()).toHaveLength(2);
    expect(world.view()).toMatchObject({ busy: false, error: "unknown" });
  });

  test("leaving a cancel of which nothing is known says that again, and not that nothing changed", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    await world.last().fail();
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", over: null, error: "unknown", lines: [] });
    world.flow.open();
    expect(world.view()).toMatchObject({ step: "reason", error: null });
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", error: "unknown", lines: [] });
  });

  test("leaving after an accept of which nothing is known claims nothing, also by way of another step", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().answer(503, { code: "platform_unavailable", message: "later" });
    await world.last().answer(200, { contract, active_offer: null });
    world.flow.decline();
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", error: "unknown", lines: [] });
  });

  test("a session that ends before the check leaves a card that claims nothing", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    await world.last().answer(401, { code: "signed_out", message: "Sign in" });
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", error: "signed_out", lines: [] });
  });

  test("the doubt is over once the cancel is known to have gone through", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    await world.last().fail();
    world.flow.cancel();
    await world.last().answer(200, receipt);
    const { lines } = world.view();
    world.flow.close();
    expect(world.view()).toMatchObject({ step: "card", over: "done", error: null, lines });
  });

  test("when the check fails as well, nothing is claimed", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().fail();
    await world.last().fail();
    expect(world.view()).toMatchObject({ step: "confirm", busy: false, error: "unknown" });
  });

  test("a retry of a cancel carries the same idempotency key, and no other request does", async () => {
    const world = await atOffer();
    world.flow.accept();
    const acceptKey = world.last().body?.idempotency_key;
    await world.last().answer(500, { message: "server error" });
    await world.last().answer(200, { contract, active_offer: null });
    world.flow.decline();
    world.flow.cancel();
    const cancelKey = world.last().body?.idempotency_key;
    await world.last().fail();
    await world.last().answer(200, { contract, active_offer: null });
    world.flow.cancel();
    expect(world.last()).toMatchObject({
      url: `${url}/cancel`,
      body: { idempotency_key: cancelKey },
    });
    expect(cancelKey).not.toBe(acceptKey);
  });

  test("a retry of an accept carries the same idempotency key", async () => {
    const world = await atOffer();
    world.flow.accept();
    const { body } = world.last();
    await world.last().answer(503, { code: "platform_unavailable", message: "later" });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "offer", error: "unknown" });
    world.flow.accept();
    expect(world.last().body).toEqual(body);
  });

  test("an accept that went through although its answer was lost is shown as accepted", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().fail();
    await world.last().answer(200, { contract, active_offer: discount });
    expect(world.view()).toMatchObject({ step: "saved", over: "saved", error: null });
    expect(JSON.stringify(world.view().lines)).toContain("1200");
  });

  test("an accept of which nothing can be learned claims nothing", async () => {
    const world = await atOffer();
    world.flow.accept();
    await world.last().fail();
    await world.last().answerPage(502);
    expect(world.view()).toMatchObject({ step: "offer", error: "unknown" });
  });

  test("an answer that is a page of the shop counts as none", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answerPage(200);
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view()).toMatchObject({ step: "confirm", error: "failed" });
  });
});

describe("one request at a time", () => {
  test("a second press while a request is under way sends nothing", async () => {
    const world = await atConfirm();
    const before = world.asked.length;
    world.flow.cancel();
    world.flow.cancel();
    world.flow.skip();
    world.flow.accept();
    world.flow.answer({ reason: null, note: "" });
    world.flow.open(true);
    expect(world.asked).toHaveLength(before + 1);
  });

  test("nothing moves while a request is under way: not back, not on, not away", async () => {
    const world = await atOffer();
    world.flow.accept();
    world.flow.decline();
    world.flow.close();
    world.flow.open();
    expect(world.view()).toMatchObject({ step: "offer", busy: true });
    await world.last().answer(200, { applied: discount, contract });
    expect(world.view()).toMatchObject({ step: "saved", busy: false });
  });

  test("an error goes away as soon as something new is tried", async () => {
    const world = await atConfirm();
    world.flow.cancel();
    await world.last().answer(422, { code: "platform_refused", message: "no" });
    await world.last().answer(200, { contract, active_offer: null });
    expect(world.view().error).toBe("failed");
    world.flow.cancel();
    expect(world.view()).toMatchObject({ busy: true, error: null });
  });
});

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

describe("offline", () => {
  test("nothing is sent, the answers stay, and it works once the connection is back", async () => {
    const world = atReason();
    world.online = false;
    world.flow.answer({ reason: "enough_items", note: "n" });
    expect(world.asked).toHaveLength(0);
    expect(world.view()).toMatchObject({ step: "reason", busy: false, error: "offline" });
    world.online = true;
    world.flow.answer({ reason: "enough_items", note: "n" });
    await world.last().answer(200, { flow_id: "f", offer: null, active_offer: null, contract });
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
  });

  test("a cancel made offline is not sent", async () => {
    const world = await atConfirm();
    const before = world.asked.length;
    world.online = false;
    world.flow.cancel();
    expect(world.asked).toHaveLength(before);
    expect(world.view()).toMatchObject({ step: "confirm", error: "offline" });
  });
});

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
    expect(world.view().lines[0]).toEqual(["already_cancelled"]);
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
    expect(world.view().lines[0]).toEqual(["already_cancelled"]);
    expect(world.view().lines).toContainEqual(endsOn("2026-12-04"));
  });

  test("the confirmation shows the date that holds now, not the one of the page", async () => {
    const world = atReason();
    world.flow.answer({ reason: null, note: "" });
    const moved = { ...contract, next_billing_date: "2027-01-15" };
    await world
      .last()
      .answer(200, { flow_id: "f", offer: null, active_offer: null, contract: moved });
    expect(JSON.stringify(world.view().lines)).toContain("2027-01-15");
    expect(JSON.stringify(world.view().lines)).not.toContain("2026-12-04");
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

  test("an offer that is gone is said to be, with no other in its place, and cancelling goes on", async () => {
    const world = await atOffer();
    world.flow.accept();
    const asked = world.asked.length;
    await world.last().answer(404, { code: "offer_gone", message: "gone" });
    expect(world.asked).toHaveLength(asked);
    expect(world.view()).toMatchObject({ step: "offer", busy: false, error: "offer_gone" });
    world.flow.decline();
    expect(world.view()).toMatchObject({ step: "confirm", error: null });
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
