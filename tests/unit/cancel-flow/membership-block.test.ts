import { describe, expect, test } from "vitest";
import type { OfferView } from "#storefront/cancel-flow/answers.ts";
import { type Line, linesOf } from "#storefront/cancel-flow/flow-lines.ts";
import { type FlowPage, goldClub, renderFlowPage } from "#tests/support/serve-cancel-flow.ts";
import { discount, receipt } from "./world.ts";

/** What a reader sees of the card, without the dialog and the texts that wait in the template. */
function cardOf(page: FlowPage): string {
  return visible(renderFlowPage(page).replace(/<(dialog|template)[\s\S]*?<\/\1>/g, ""));
}

function visible(html: string): string {
  return (html.split("<h1>Account</h1>")[1] ?? "")
    .replace(/<!--.*?-->/g, "")
    .replace(/<(\w+)[^>]*\shidden>[\s\S]*?<\/\1>/g, "")
    .replace(/<noscript>.*?<\/noscript>/g, "")
    .replace(/<\/?(bdi|b|s|span|time)\b[^>]*>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ")
    .trim();
}

describe("the card", () => {
  test("shows name, price, next charge and the way to cancel without any script", () => {
    expect(cardOf({})).toBe(
      "Your membership Gold Club monthly Active €15.00 every month Next charge December 4, 2026 Manage Cancel membership",
    );
  });

  test.each([
    ["de", "15,00 € jeden Monat", "4. Dezember 2026", "Mitgliedschaft kündigen"],
    ["fr", "15,00 € chaque mois", "4 décembre 2026", "Résilier l’adhésion"],
    ["es", "15,00 € cada mes", "4 de diciembre de 2026", "Cancelar la membresía"],
    ["ja", "€15.00（1か月ごと）", "2026年12月4日", "メンバーシップを解約する"],
  ])("speaks %s", (locale, ...words) => {
    for (const word of words) expect(cardOf({ locale })).toContain(word);
  });

  test.each([
    ["en", "€90.00 every 6 months, delivered every month"],
    ["de", "90,00 € alle 6 Monate, Lieferung jeden Monat"],
    ["fr", "90,00 € tous les 6 mois, livraison chaque mois"],
    ["es", "90,00 € cada 6 meses, con entrega cada mes"],
    ["ja", "€90.00（6か月ごと、お届けは1か月ごと）"],
  ])(
    "says in %s how often a prepaid one is charged and how often it is delivered",
    (locale, words) => {
      const sixBoxes = {
        ...{ ...goldClub, kind: "product", price_minor: 9000, interval_count: 6 },
        delivery_interval: { unit: "month", count: 1 },
      };
      expect(cardOf({ locale, contracts: [sixBoxes] })).toContain(words);
    },
  );

  test("is there once for every contract that is not over", () => {
    const coffee = { ...goldClub, contract_id: 5002, kind: "product", plan_name: "Coffee" };
    const card = cardOf({ contracts: [goldClub, coffee] });
    expect(card).toContain("Manage Cancel membership");
    expect(card).toContain("Manage Cancel subscription");
  });

  test("says what the next charge comes to, and by which reference it was cancelled", () => {
    expect(cardOf({ contracts: [{ ...goldClub, next_charge_minor: 1200 }] })).toContain(
      "Next charge December 4, 2026: €12.00",
    );
    const over = { ...goldClub, status: "cancelled", ends_on: "2026-12-04" };
    expect(cardOf({ contracts: [{ ...over, reference: "5001-20261121" }] })).toContain(
      "Reference: 5001-20261121",
    );
  });

  test("names what a subscription delivers, with its number, its picture and what it costs with delivery", () => {
    const herbs = {
      ...goldClub,
      kind: "product",
      plan_name: "Every 4 weeks",
      next_charge_minor: 3470,
      delivery_minor: 490,
      lines: [
        { title: "Herbs <3", variant_title: "Six", image_url: "/a.svg?v=1&w=2", quantity: 2 },
        { title: "Soil", variant_title: null, image_url: null, quantity: 1 },
      ],
    };
    const card = cardOf({ contracts: [herbs] });
    expect(card).toContain("Every 4 weeks Active 2 × Herbs &lt;3 Six 1 × Soil €15.00 every month");
    expect(card).toContain("Next charge December 4, 2026: €34.70 including delivery");
    const html = renderFlowPage({ contracts: [herbs] });
    expect(html.match(/<img [^>]*>/g)).toEqual([
      '<img src="/a.svg?v=1&amp;w=2" alt="" width="64" height="64" loading="lazy">',
    ]);
    const over = { ...herbs, status: "cancelled", ends_on: "2026-12-04" };
    expect(cardOf({ contracts: [over] })).toContain("2 × Herbs &lt;3 Six");
  });

  test("is headed by what the shopper has", () => {
    const herbs = { ...goldClub, kind: "product" };
    expect(cardOf({ contracts: [herbs] })).toMatch(/^Your subscriptions /);
    for (const contracts of [[herbs, goldClub], [], null]) {
      expect(cardOf({ contracts })).toMatch(/^Your membership /);
    }
    expect(cardOf({ contracts: [herbs], settings: { heading: "Mine" } })).toMatch(/^Mine /);
  });

  test("names ten products of a long subscription, and how many more there are", () => {
    const lines = Array.from({ length: 12 }, (_, at) => ({ title: `Tea ${at + 1}`, quantity: 1 }));
    const card = cardOf({ contracts: [{ ...goldClub, kind: "product", lines }] });
    expect(card).toContain("1 × Tea 10 and 2 more products");
    expect(card).not.toContain("Tea 11");
    const eleven = { ...goldClub, kind: "product", lines: lines.slice(1) };
    expect(cardOf({ contracts: [eleven] })).toContain("and 1 more product €");
  });

  test("says where the store adds taxes to what it charges", () => {
    const contracts = [{ ...goldClub, next_charge_minor: 1200 }];
    expect(cardOf({ contracts, taxesIncluded: false })).toContain("2026: €12.00 plus tax");
    expect(cardOf({ contracts })).not.toContain("plus tax");
  });

  test("shows the offer that is active, with its price and its end", () => {
    const card = cardOf({ contracts: [{ ...goldClub, active_offer: discount }] });
    expect(card).toContain("20% off your next 3 renewals: €12.00 instead of €15.00.");
    expect(card).toContain("From March 4, 2027 you pay €15.00 again.");
  });

  test("says of a pause that nothing is charged, and until when", () => {
    const paused = { ...goldClub, status: "paused", next_billing_date: null };
    expect(cardOf({ contracts: [{ ...paused, paused_until: "2027-02-01" }] })).toContain(
      "Paused until February 1, 2027. Nothing is charged until then. Manage Cancel membership",
    );
    expect(cardOf({ contracts: [paused] })).toContain("Nothing is charged while it is paused.");
  });

  test("tells no date of the past as one to come", () => {
    const overdue = cardOf({ contracts: [{ ...goldClub, next_billing_date: "2026-11-03" }] });
    expect(overdue).toContain("Charge due since November 3, 2026");
    expect(overdue).not.toContain("Next charge");
    const paused = { ...goldClub, status: "paused", paused_until: "2026-11-03" };
    expect(cardOf({ contracts: [paused] })).toContain("Nothing is charged while it is paused.");
    const html = (ends_on: string | null) =>
      renderFlowPage({ contracts: [{ ...goldClub, ends_on }] });
    expect(html("2026-12-04")).toContain('data-ends="2026-12-04"');
    expect(html("2026-11-03")).not.toContain("data-ends");
    expect(html(null)).not.toContain("data-ends");
  });

  test("of a failed payment says that, and not that somebody paused it", () => {
    const failed = { ...goldClub, status: "paused", payment_failed: true };
    expect(cardOf({ contracts: [failed] })).toBe(
      "Your membership Gold Club monthly Payment failed €15.00 every month " +
        "The last payment did not go through, and is not tried again. Manage Cancel membership",
    );
  });

  test("of what was cancelled gives the end, and no button", () => {
    const over = { ...goldClub, status: "cancelled", next_billing_date: null };
    expect(cardOf({ contracts: [{ ...over, ends_on: "2026-12-04" }] })).toBe(
      "Your membership Gold Club monthly Canceled Ends on December 4, 2026",
    );
    expect(cardOf({ contracts: [{ ...over, ends_on: "2026-11-20" }] })).toContain(
      "Ended on November 20, 2026",
    );
  });

  test("of what was cancelled offers to start it again where that is worth asking", () => {
    const over = { ...goldClub, status: "cancelled", can_restart: true };
    expect(cardOf({ contracts: [over] })).toContain("Start again");
    expect(cardOf({ contracts: [{ ...over, can_restart: false }] })).not.toContain("Start again");
  });

  test("has the button to withdraw to the end of the last day that the store gives", () => {
    const word = "Withdraw from contract";
    const madeOn = (made_on: string | null) => ({ contracts: [{ ...goldClub, made_on }] });
    // The page is rendered on November 21, 2026.
    expect(cardOf(madeOn("2026-11-07"))).toContain(word);
    expect(cardOf(madeOn("2026-11-06"))).not.toContain(word);
    expect(cardOf({ ...madeOn("2026-11-06"), withdrawDays: 15 })).toContain(word);
    expect(cardOf({ ...madeOn("2026-11-21"), withdrawDays: -1.5 })).not.toContain(word);
    expect(cardOf(madeOn(null))).not.toContain(word);
    // Who has canceled may withdraw as well.
    const over = (made_on: string) => ({
      contracts: [{ ...goldClub, status: "cancelled", made_on }],
    });
    expect(cardOf(over("2026-11-07"))).toContain(word);
    expect(cardOf(over("2026-11-06"))).not.toContain(word);
  });

  test("leaves out what ended long ago beside something that goes on", () => {
    const old = {
      ...goldClub,
      contract_id: 4000,
      status: "cancelled",
      plan_name: "Silver",
      ends_on: "2025-01-01",
    };
    expect(cardOf({ contracts: [old, goldClub] })).not.toContain("Silver");
    expect(cardOf({ contracts: [{ ...old, ends_on: "2026-11-21" }, goldClub] })).toContain(
      "Silver",
    );
  });

  test("says that there is none, or that one must sign in, and shows nobody's data", () => {
    expect(cardOf({ contracts: [] })).toBe("Your membership You have no membership at the moment.");
    expect(cardOf({ contracts: null })).toBe(
      "Your membership Sign in to see your membership. Sign in",
    );
  });

  test("cannot be made to carry markup by a plan's or reason's name", () => {
    const html = renderFlowPage({
      contracts: [{ ...goldClub, plan_name: "<img src=x>" }],
      reasons: [{ alias: "other", title: "<b>x</b>", description: '"><i>' }],
      settings: { heading: "<u>", button_text: "<s>" },
    });
    for (const markup of ["<img", "<b>x", "<i>", "<u>", "<s>"]) expect(html).not.toContain(markup);
  });
});

describe("amounts", () => {
  const amounts = [0, 5, 99, 1500, 123_456, 1_234_567, 123_456_789];

  test.each(["en", "de", "fr", "es", "ja"])(
    "are written in %s as the dialog writes them",
    (locale) => {
      for (const currency of ["EUR", "USD", "GBP", "JPY", "CAD", "AUD", "CHF", "SEK", "KWD"]) {
        const format = new Intl.NumberFormat(locale, { style: "currency", currency });
        const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
        for (const price_minor of amounts) {
          const html = renderFlowPage({
            locale,
            contracts: [{ ...goldClub, price_minor, currency }],
          });
          const shown = /<bdi>(.*?)<\/bdi>/.exec(html)?.[1];
          expect(shown).toBe(format.format(price_minor / 10 ** digits));
        }
      }
    },
  );
});

describe("reasons", () => {
  test("come from the app, in its order and words, else in the language's own", () => {
    const html = renderFlowPage({
      locale: "de",
      reasons: [
        { alias: "other", title: null, description: null },
        { alias: "too_expensive", title: "Zu teuer für mich", description: "Sag uns, was passt" },
      ],
    });
    expect(html.match(/value="\w+"/g)).toEqual(['value="other"', 'value="too_expensive"']);
    expect(html).toContain("Etwas anderes");
    expect(html).toContain("Zu teuer für mich<small>Sag uns, was passt</small>");
  });

  test("are the nine of the service until the app has said which", () => {
    expect(renderFlowPage({}).match(/type="radio"/g)).toHaveLength(9);
  });

  test("can be switched off one by one in the theme editor", () => {
    const html = renderFlowPage({ settings: { reason_other: false, reason_too_expensive: false } });
    expect(html.match(/type="radio"/g)).toHaveLength(7);
    expect(html).not.toContain('value="too_expensive"');
  });

  test("none is chosen beforehand, and none is required", () => {
    expect(renderFlowPage({})).not.toMatch(/\bchecked\b|\brequired\b/);
  });
});

describe("German mode", () => {
  const settings = { mode: "german" };

  test("has the lawful words on its two buttons, and no question or offer on the way", () => {
    const html = renderFlowPage({ locale: "de", settings });
    expect(html).toContain("<span>Verträge hier kündigen</span>");
    expect(html).toContain("<span>jetzt kündigen</span>");
    expect(html).toContain('data-mode="confirm"');
  });

  test("is open to whoever is not signed in", () => {
    const html = renderFlowPage({ locale: "de", settings, contracts: null });
    expect(html).toContain("Verträge hier kündigen</summary>");
    expect(html).toContain(
      "mailto:help@example.com?subject=K%C3%BCndigung%20meiner%20Mitgliedschaft",
    );
  });
});

describe("settings", () => {
  test("texts, colors, corners, place and style are the merchant's when set", () => {
    const html = renderFlowPage({
      settings: {
        heading: "Club",
        button_text: "Leave",
        button_style: "link",
        button_place: "end",
        radius: 12,
        button_color: "#004433",
      },
    });
    for (const part of [
      ">Club</h2>",
      "Leave",
      "pn-link",
      "pn-at-end",
      "--pn-radius:12px",
      "--pn-button:#004433",
    ]) {
      expect(html).toContain(part);
    }
  });

  test.each([
    "javascript:alert(1)",
    "javascript://x%0aalert(1)",
    " JavaScript://x@y",
    "java\tscript://x",
    "data:text/html,x",
    "vbscript://x",
    "//other.example/x",
    "nonsense",
  ])("the contact address %j becomes no link: the store's own address stands in", (contact) => {
    for (const page of [{}, { contracts: null }]) {
      const html = renderFlowPage({ ...page, settings: { contact, mode: "german" } });
      expect(html).not.toContain(contact.trim());
      expect(html).toMatch(/href="mailto:[^"]+@[^"]+\?subject=/);
    }
  });

  test.each(["/pages/contact", "HTTPS://example.com/a?b=1", "http://example.com"])(
    "the contact address %s is taken as it is",
    (contact) => {
      expect(renderFlowPage({ settings: { contact } })).toContain(`href="${contact}"`);
    },
  );

  test("a contact address may be an e-mail or a page", () => {
    for (const contact of ["bye@example.com", "mailto:bye@example.com?subject=Bye"]) {
      expect(renderFlowPage({ settings: { contact } })).toContain(
        "mailto:bye@example.com?subject=Cancel%20my%20membership",
      );
    }
    expect(renderFlowPage({})).toContain("mailto:help@example.com?subject=");
    expect(renderFlowPage({ settings: { contact: "https://example.com/contact" } })).toContain(
      'href="https://example.com/contact"',
    );
  });

  test("colors that cannot be read are pointed out in the theme editor, and there alone", () => {
    const settings = { button_color: "#777777", button_text_color: "#888888" };
    expect(cardOf({ settings, designMode: true })).toContain("hard to read");
    expect(cardOf({ settings })).not.toContain("hard to read");
    const good = { button_color: "#003322", button_text_color: "#ffffff" };
    expect(cardOf({ settings: good, designMode: true })).not.toContain("hard to read");
  });

  test("a preview is for the theme editor, and no shopper ever gets it", () => {
    const settings = { preview: "offer" };
    expect(renderFlowPage({ settings, designMode: true })).toContain("data-preview-state=");
    expect(renderFlowPage({ settings })).not.toContain("preview");
  });
});

describe("the markup", () => {
  const pages: FlowPage[] = [
    {},
    { settings: { mode: "confirm" } },
    { settings: { mode: "german" } },
    { contracts: null, settings: { mode: "german" } },
    { designMode: true, settings: { preview: "offer" } },
  ];

  test("has no live region that is empty, which many themes would hide", () => {
    for (const page of pages) {
      expect(renderFlowPage(page)).not.toMatch(/(role="(status|alert)"|aria-live)[^>]*>\s*<\//);
    }
  });

  test("has no style attribute, which a strict policy for content drops", () => {
    const settings = { radius: 4, text_color: "#111111", button_color: "#222222" };
    for (const page of pages) {
      const html = renderFlowPage({ ...page, settings: { ...page.settings, ...settings } });
      expect(html).not.toMatch(/\sstyle=/);
      expect(html).toContain(
        '.pn[data-block="flow_0"]{--pn-radius:4px;--pn-text:#111111;--pn-button:#222222;}',
      );
    }
  });

  test("repeats no id when the block stands on the page twice", () => {
    const ids = [...renderFlowPage({ times: 2 }).matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.length).toBeGreaterThan(4);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("the words that the script fills", () => {
  test("are there for everything it can say, in both kinds and with a value for each place", () => {
    const offers: OfferView[] = [discount, ...otherOffers()];
    const lines = [
      ...linesOf("card", {}),
      ...linesOf("done", {
        ...receipt,
        store_credit_minor: 5,
        forfeited_credit_minor: 1100,
        charge_running: true,
      }),
      ...linesOf("done", { already_cancelled: true }),
      ...linesOf("confirm", {
        contract: { ends_on: null },
        forfeited_credit_minor: 1100,
        currency: "EUR",
      }),
      ...offers.flatMap((offer) =>
        linesOf("confirm", {
          ...receipt,
          contract: { ends_on: "2027-01-01" },
          active_offer: offer,
        }),
      ),
    ];
    for (const kind of ["membership", "product"]) {
      const words = wordsOf(renderFlowPage({ contracts: [{ ...goldClub, kind }] }));
      for (const line of lines) if (line) expectSayable(words, line);
    }
  });
});

test("the words for credit that ends say until when, and that it is forfeited", () => {
  const words = wordsOf(renderFlowPage({}));
  expect(words.get("credit_until")).toBe(
    "{amount_minor} of your store credit can be used until {date}. What is left of it then is forfeited.",
  );
  expect(words.get("credit_goes")).toBe(
    "{amount_minor} of your store credit is forfeited with it.",
  );
});

function expectSayable(words: Map<string, string>, [key, values = {}]: Line): void {
  const text = words.get(key);
  expect(text, key).toBeTruthy();
  for (const [, place = ""] of text?.matchAll(/\{(\w+)\}/g) ?? []) {
    const value = (values as Record<string, unknown>)[place];
    expect(value, `${key} {${place}}`).toBeDefined();
    if (Array.isArray(value)) expectSayable(words, value as Line);
    if (place.endsWith("minor")) expect(values, key).toHaveProperty("currency");
  }
}

function wordsOf(html: string): Map<string, string> {
  const template = /<template>([\s\S]*?)<\/template>/.exec(html)?.[1] ?? "";
  return new Map(
    [...template.matchAll(/data-k="(\w+)">(.*?)<\/p>/g)].map(([, key = "", text = ""]) => [
      key,
      text,
    ]),
  );
}

function otherOffers(): OfferView[] {
  const terms = discount.discount;
  if (!terms) throw new Error("not a discount");
  const counts = [1, 2, 3];
  const units = ["day", "week", "month", "year"] as const;
  const frequencies = counts.flatMap((count) =>
    units.map(
      (unit): OfferView => ({
        ...{ id: 8, type: "change_frequency", name: "n", description: "d" },
        frequency: {
          from_count: count,
          from_unit: unit,
          to_count: count + 1,
          to_unit: unit,
          next_billing_date: "2027-01-04",
        },
      }),
    ),
  );
  const discounts = [1, null].map(
    (cycles): OfferView => ({
      ...discount,
      discount: { ...terms, cycles, discount_type: "fixed_amount" },
    }),
  );
  const credit = { amount_minor: 5, currency: "EUR", currency_digits: 2, expires_on: "2027-01-04" };
  return [
    ...frequencies,
    ...discounts,
    { id: 9, type: "add_store_credits", name: "n", description: "d", credit },
  ];
}
