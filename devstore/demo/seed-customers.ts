import type { Devstore } from "../devstore.ts";
import type { DevCustomer, MarketingState, PaymentInstrument } from "../state/customer.ts";
import type { DevShop } from "../state/shop.ts";
import { emailOf, type Person, personOf, somePerson } from "./people.ts";
import type { SeededRandom } from "./random.ts";

/** The first customers of the demo are always the same, so a page can mention them by name. */
const known: { region: string; firstName: string; lastName: string }[] = [
  { region: "germany", firstName: "Anna", lastName: "Weber" },
  { region: "unitedKingdom", firstName: "Oliver", lastName: "Smith" },
  { region: "france", firstName: "Chloé", lastName: "Lefèvre" },
  { region: "spain", firstName: "María José", lastName: "Núñez" },
  { region: "japan", firstName: "陽菜", lastName: "佐藤" },
  { region: "germany", firstName: "Jürgen", lastName: "Groß" },
  { region: "unitedStates", firstName: "Emma", lastName: "Johnson" },
  {
    region: "germany",
    firstName: "Maximiliane Friederike",
    lastName: "von Hohenstein-Waldburg zu Lichtenfels",
  },
];

/** How long the shop has had customers. */
export const historyDays = 730;

/** Customers who came one after another over two years, with a way to pay each. */
export function seedCustomers(
  devstore: Devstore,
  shop: DevShop,
  random: SeededRandom,
  count: number,
  now: Date,
): DevCustomer[] {
  const dayMs = 24 * 60 * 60 * 1000;
  return Array.from({ length: count }, (_, index) => {
    const someone = known[index];
    const person =
      someone === undefined
        ? somePerson(random, shop.currency)
        : personOf(random, someone.region, someone);
    const daysAgo = historyDays * (1 - index / count) - random.next() * 2;
    const createdAt = new Date(now.getTime() - Math.max(1, daysAgo) * dayMs);
    return addCustomer(devstore, shop, random, person, createdAt);
  });
}

function addCustomer(
  devstore: Devstore,
  shop: DevShop,
  random: SeededRandom,
  person: Person,
  createdAt: Date,
): DevCustomer {
  const { state } = devstore;
  const id = state.nextId(shop.domain, "customer");
  const consent = (yes: number): MarketingState =>
    random.chance(yes) ? "SUBSCRIBED" : "NOT_SUBSCRIBED";
  const email = emailOf(person, id);
  const customer = state.put(shop.domain, "customer", {
    id,
    email,
    firstName: person.firstName,
    lastName: person.lastName,
    phone: random.chance(0.4) ? `+4930${random.between(1000000, 9999999)}` : null,
    locale: person.locale,
    state: random.chance(0.8) ? "ENABLED" : "DISABLED",
    tags: random.chance(0.1) ? ["newsletter"] : [],
    taxExempt: false,
    note: null,
    emailMarketing: consent(0.55),
    smsMarketing: consent(0.1),
    address: person.address,
    createdAt: createdAt.toISOString(),
    updatedAt: createdAt.toISOString(),
  });
  state.put(shop.domain, "paymentMethod", {
    id: random.hex(32),
    customerId: id,
    instrument: someInstrument(random, email),
    revokedAt: null,
    revokedReason: null,
  });
  return customer;
}

/** Cards outlast most runs of a test clock; a few run out within the next year or two. */
function someInstrument(random: SeededRandom, email: string): PaymentInstrument {
  const type = random.weighted([
    ["card", 76],
    ["shop_pay", 15],
    ["paypal", 9],
  ] as const);
  if (type === "paypal") return { type, accountEmail: email };
  const expiry = {
    lastDigits: String(random.between(0, 9999)).padStart(4, "0"),
    expiryMonth: random.between(1, 12),
    expiryYear: random.chance(0.06)
      ? new Date().getUTCFullYear() + 1
      : new Date().getUTCFullYear() + random.between(4, 9),
  };
  return type === "shop_pay"
    ? { type, ...expiry }
    : { type, brand: random.pick(["visa", "mastercard", "amex"]), ...expiry };
}
