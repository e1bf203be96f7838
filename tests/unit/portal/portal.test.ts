import { describe, expect, test } from "vitest";
import type { Change, PortalAnswer } from "#storefront/portal/answers.ts";
import { createPortal, isOpen, type PortalView, SCREENS } from "#storefront/portal/portal.ts";

const nothing: PortalAnswer["choices"] = {
  ...{
    skip: null,
    move: null,
    charge_now: null,
    pauses: [],
    pause_until: null,
    resume: null,
    reactivate: null,
    withdraw: null,
    question: null,
  },
  ...{ frequencies: [], lines: [], address: null, countries: [], renewal_credit: null },
};

const answer = (next_billing_date: string) =>
  ({
    contract: { next_billing_date },
    choices: nothing,
    upcoming: [],
    charges: [],
    payment: null,
  }) as unknown as PortalAnswer;

const skip: Change = { action: "skip", charge_at: "2026-12-24T08:00:00.000Z" };

/** A portal whose server gives these answers, one after another: a status with a body, or null for none. */
function portalWith(...answers: ([number, object] | null)[]) {
  const asked: string[] = [];
  let shown: PortalView | null = null;
  let isOnline = true;
  const portal = createPortal(
    {
      request: async (url, { method = "GET", body }) => {
        asked.push(`${method} ${url} ${body ?? ""}`.trim());
        const next = answers.shift();
        if (!next) throw new Error("no answer");
        const [status, content] = next;
        return { ok: status < 300, status, json: async () => content };
      },
      online: () => isOnline,
      show: (view) => {
        shown = { ...view };
      },
    },
    "/portal/7",
    "de",
  );
  return {
    ...{ portal, asked },
    goOffline: () => {
      isOnline = false;
    },
    shown: () => shown as PortalView | null,
  };
}

const january = answer("2027-01-24");
const december = answer("2026-12-24");

describe("the portal", () => {
  test("sends one request at a time, however often it is pressed", async () => {
    const { portal, asked, shown } = portalWith([200, december], [200, january]);
    await portal.open();
    await Promise.all([portal.send(skip), portal.send(skip), portal.open()]);
    expect(asked).toEqual([
      "GET /portal/7?lang=de",
      `POST /portal/7/changes?lang=de ${JSON.stringify(skip)}`,
    ]);
    expect(shown()).toMatchObject({ facts: january, made: skip, screen: null, busy: false });
  });

  test("keeps its receipt when the overview is asked for again, as Escape does", async () => {
    const { portal, shown } = portalWith([200, december], [200, january]);
    await portal.open();
    portal.choose("skip");
    await portal.send(skip);
    portal.choose(null);
    expect(shown()).toMatchObject({ made: skip, screen: null });
  });

  test("goes nowhere while a request is under way", async () => {
    const { portal, shown } = portalWith([200, december], [200, january]);
    await portal.open();
    portal.choose("skip");
    const sent = portal.send(skip);
    portal.choose(null);
    expect(shown()).toMatchObject({ screen: "skip", busy: true });
    await sent;
  });

  test("asks nothing while the browser is offline, and keeps the screen", async () => {
    const { portal, asked, goOffline, shown } = portalWith([200, december]);
    await portal.open();
    portal.choose("skip");
    goOffline();
    await portal.send(skip);
    expect(asked).toHaveLength(1);
    expect(shown()).toMatchObject({ error: "offline", screen: "skip", made: null });
  });

  test.each([
    [401, "", "signed_out", "skip"],
    [409, "contract_changed", "refused", null],
    [409, "charge_not_retryable", "refused", null],
    [409, "change_refused", "check", "skip"],
    [422, "invalid_input", "check", "skip"],
    [422, "platform_refused", "refused", null],
    [429, "", "refused", null],
    [503, "platform_unavailable", "unknown", null],
  ])("after %i %s says %s", async (status, code, error, screen) => {
    const { portal, shown } = portalWith(
      ...([
        [200, december],
        [status, { code, message: "Said by the server." }],
        [200, january],
      ] as [number, object][]),
    );
    await portal.open();
    portal.choose("skip");
    await portal.send(skip);
    // Of what may have been made, the page knows more than an error's sentence.
    const message = status === 401 || status === 503 ? undefined : "Said by the server.";
    expect(shown()).toMatchObject({ error, message, screen, made: null });
    expect(shown()?.facts).toEqual(status === 401 ? december : january);
  });

  test("of a restart that is refused the reason is shown, not a form to check", async () => {
    const blocked = { ...december, reactivation_block: "not_sold" as const };
    const { portal, shown } = portalWith(
      ...([
        [200, december],
        [409, { code: "change_refused" }],
        [200, blocked],
      ] as [number, object][]),
    );
    await portal.open();
    portal.choose("reactivate");
    await portal.send({ action: "reactivate", revision: "r" });
    expect(shown()).toMatchObject({ error: "refused", screen: null, facts: blocked });
  });

  test("a withdrawal without an answer is made where the record has it", async () => {
    const withdrawn = { ...december, withdrawn_at: "2026-12-01T08:00:00.000Z" };
    const { portal, shown } = portalWith([200, december], null, [503, {}], [200, withdrawn]);
    await portal.open();
    await portal.send({ action: "withdraw" });
    const made = { action: "withdraw" };
    expect(shown()).toMatchObject({ error: null, screen: null, facts: withdrawn, made });
  });

  test("when neither the change nor the contract is answered, says that it cannot say", async () => {
    const { portal, shown } = portalWith([200, december], null, null);
    await portal.open();
    await portal.send(skip);
    expect(shown()).toMatchObject({ error: "unknown", facts: december, made: null });
  });

  test("when a refusal is certain, says so even if the contract cannot be read then", async () => {
    const { portal, shown } = portalWith(
      [200, december],
      [409, { code: "contract_changed", message: "Said by the server." }],
      null,
    );
    await portal.open();
    await portal.send(skip);
    expect(shown()).toMatchObject({
      ...{ error: "refused", message: "Said by the server." },
      ...{ facts: december, screen: null },
    });
  });
});

describe("opened at a screen", () => {
  const choices = { ...nothing, withdraw: { last_day: "2026-12-09" } };
  const withdrawable = { ...december, choices };

  test("shows that one, and the overview where it has nothing to choose", async () => {
    const { portal, shown } = portalWith([200, withdrawable], [200, december]);
    await portal.open("withdraw");
    expect(shown()).toMatchObject({ screen: "withdraw", error: null });
    await portal.open("withdraw");
    expect(shown()).toMatchObject({ screen: null, error: null });
  });

  test("needs no platform to withdraw: the record is read where the contract cannot be", async () => {
    const { portal, asked, shown } = portalWith([503, {}], [200, withdrawable]);
    await portal.open("withdraw");
    expect(asked).toEqual(["GET /portal/7?lang=de", "GET /portal/7?from=record&lang=de"]);
    expect(shown()).toMatchObject({ screen: "withdraw", facts: withdrawable, error: "unread" });
  });

  test("shows nothing of a record from which there is nothing to withdraw", async () => {
    const { portal, shown } = portalWith([503, {}], [200, december]);
    await portal.open("withdraw");
    expect(shown()).toMatchObject({ screen: null, facts: null, error: "unread" });
  });
});

test("no screen is open where there is nothing to choose", () => {
  expect(SCREENS.filter((screen) => isOpen(screen, december))).toEqual([]);
});
