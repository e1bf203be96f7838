import type { DevAddress } from "../state/customer.ts";
import type { SeededRandom } from "./random.ts";
import { regions } from "./regions.ts";

export interface Person {
  firstName: string;
  lastName: string;
  locale: string;
  address: DevAddress;
}

const euroShares: [string, number][] = [
  ["germany", 52],
  ["austria", 9],
  ["france", 11],
  ["spain", 8],
  ["japan", 5],
  ["unitedKingdom", 6],
  ["unitedStates", 3],
  ["poland", 3],
  ["sweden", 3],
];

const dollarShares: [string, number][] = [
  ["unitedStates", 85],
  ["unitedKingdom", 8],
  ["germany", 4],
  ["spain", 3],
];

/** Someone of the shop's clientele. */
export function somePerson(random: SeededRandom, currency: string): Person {
  const shares = currency === "USD" ? dollarShares : euroShares;
  return personOf(random, random.weighted(shares), {});
}

/** Somebody from a region, with a name of one's own choice where one is given. */
export function personOf(
  random: SeededRandom,
  regionName: string,
  given: { firstName?: string; lastName?: string },
): Person {
  const region = regions[regionName];
  if (region === undefined) throw new Error(`no region ${regionName}`);
  const firstName = given.firstName ?? random.pick(region.firstNames);
  const lastName = given.lastName ?? random.pick(region.lastNames);
  const place = random.pick(region.places);
  return {
    firstName,
    lastName,
    locale: region.locale,
    address: {
      firstName,
      lastName,
      address1: `${random.pick(region.streets)} ${random.between(1, 180)}`,
      city: place.city,
      zip: place.zip,
      province: place.province ?? null,
      provinceCode: place.provinceCode ?? null,
      country: region.country,
      countryCode: region.countryCode,
    },
  };
}

/** An address of the documentation domain made of the name, which belongs to nobody. */
export function emailOf(person: Pick<Person, "firstName" | "lastName">, id: number): string {
  const plain = `${person.firstName}.${person.lastName}`
    .normalize("NFD")
    .replace(/ß/g, "ss")
    .replace(/[Łł]/g, "l")
    .replace(/ı/g, "i")
    .replace(/[^A-Za-z.]/g, "")
    .toLowerCase()
    .replace(/\.{2,}/g, ".")
    .replace(/^\.|\.$/g, "");
  return `${plain === "" ? "kunde" : plain}.${id}@example.com`;
}
