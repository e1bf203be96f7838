import regionsFile from "./regions.json" with { type: "json" };

interface Place {
  city: string;
  zip: string;
  province?: string;
  provinceCode?: string;
}

/** Where shoppers come from: names as people there bear them, streets and towns that exist there. */
interface Region {
  locale: string;
  country: string;
  countryCode: string;
  firstNames: string[];
  lastNames: string[];
  streets: string[];
  places: Place[];
}

export const regions: Record<string, Region> = regionsFile;
