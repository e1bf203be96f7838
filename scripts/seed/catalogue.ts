import { Choice } from "./random.ts";

/** What the made-up store sells, to whom, and by which ways. */

export interface Product {
  title: string;
  productId: number;
  variantId: number;
  priceMinor: number;
}

const KINDS: readonly (readonly [string, number])[] = [
  ["Espresso", 1290],
  ["Filter coffee", 1190],
  ["Green tea", 890],
  ["Travel mug", 2490],
  ["Pour-over set", 4590],
  ["Milk frother", 3490],
  ["Grinder", 8990],
  ["Chocolate", 590],
  ["Honey", 790],
  ["Gift box", 5990],
];
const VARIETIES = ["Classic", "Dark", "Mild", "Limited"];

/** The plain goods. */
export const PRODUCTS: readonly Product[] = KINDS.flatMap(([kind, priceMinor], at) =>
  VARIETIES.map((variety, place) => ({
    title: `${kind} ${variety}`,
    productId: 700_000_000_000 + at,
    variantId: 710_000_000_000 + at * VARIETIES.length + place,
    priceMinor: priceMinor + 200 * place,
  })),
);

export interface Country {
  code: string;
  provinces: readonly (string | null)[];
  locale: string;
  currency: string;
  /** What one unit of the store's currency is in that one. */
  rate: number;
  /** In percent, included in every price. */
  tax: number;
}

const country = (
  code: string,
  locale: string,
  tax: number,
  [currency, rate]: readonly [string, number] = ["EUR", 1],
  provinces: readonly (string | null)[] = [null],
): readonly [Country] => [{ code, provinces, locale, currency, rate, tax }];

export const COUNTRIES = new Choice<Country>([
  [...country("DE", "de", 19, undefined, [null, "Bayern", "Berlin", "Hessen"]), 46],
  [...country("AT", "de", 20), 11],
  [...country("FR", "fr", 20), 9],
  [...country("NL", "nl", 21), 6],
  [...country("IT", "it", 22, undefined, ["Milano", "Roma", "Torino"]), 5],
  [...country("CH", "de", 8, ["CHF", 0.95], ["Zürich", "Bern", "Basel-Stadt"]), 8],
  [...country("GB", "en", 20, ["GBP", 0.86], ["England", "Scotland", "Wales"]), 6],
  [...country("US", "en", 0, ["USD", 1.09], ["California", "New York", "Texas", "Ohio"]), 6],
  [...country("SE", "sv", 25, ["SEK", 11.3]), 2],
  [...country("JP", "ja", 10, ["JPY", 163], ["Tōkyō", "Ōsaka"]), 1],
]);

export const FIRST_NAMES = [
  ...["Anna", "Ben", "Clara", "David", "Elif", "Finn", "Greta", "Hugo", "Ida", "Jonas", "Katrin"],
  ...["Luca", "Mia", "Noah", "Olga", "Paul", "Quirin", "Rosa", "Samir", "Tilda", "Umut", "Vera"],
  ...["William", "Xenia", "Yusuf", "Zoë", "Émile", "Søren", "Aiko", "Nia"],
];
export const LAST_NAMES = [
  ...["Albrecht", "Bauer", "Claes", "Dubois", "Eriksson", "Fischer", "Garcia", "Huber", "Ito"],
  ...["Jansen", "Keller", "Lang", "Moreau", "Novak", "O'Brien", "Peters", "Quast", "Rossi"],
  ...["Schmidt", "Taylor", "Ünal", "Vogel", "Wagner", "Xu", "Yılmaz", "Ziegler", "Østergård"],
];

export const CHANNELS = new Choice<string | null>([
  ["Online Store", 80],
  ["Shop", 9],
  ["Point of Sale", 5],
  ["Facebook & Instagram", 3],
  ["Draft Orders", 2],
  [null, 1],
]);
export const BRANDS = new Choice<string | null>([
  [null, 55],
  ["Roastery", 25],
  ["Tea House", 12],
  ["Kitchen", 8],
]);
export const GATEWAYS = new Choice<string>([
  ["shopify_payments", 74],
  ["paypal", 20],
  ["klarna", 5],
  ["manual", 1],
]);
export const DISCOUNT_CODES = new Choice<readonly [string, number]>([
  [["WELCOME10", 10], 50],
  [["SEASON15", 15], 30],
  [["FRIENDS20", 20], 18],
  [["STAFF50", 50], 2],
]);
export const CARD_BRANDS = new Choice<string>([
  ["visa", 52],
  ["mastercard", 36],
  ["american_express", 8],
  ["maestro", 4],
]);
export const DISPUTE_REASONS = new Choice<string>([
  ["fraudulent", 48],
  ["product_not_received", 20],
  ["subscription_canceled", 12],
  ["product_unacceptable", 8],
  ["credit_not_processed", 6],
  ["duplicate", 4],
  ["unrecognized", 2],
]);
