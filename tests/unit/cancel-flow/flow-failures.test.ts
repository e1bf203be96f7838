import { describe, expect, test } from "vitest";
import { atConfirm, atOffer, atReason, contract, discount, receipt, url } from "./world.ts";

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
    expect(world.view().lines).toContainEqual(["already_cancelled", expect.anything()]);
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
