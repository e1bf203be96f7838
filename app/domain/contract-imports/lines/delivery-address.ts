import type { ContractDelivery, DeliveryOption } from "#app/platform/platform-terms.ts";
import type { ImportCells } from "./read-import-file.ts";

/** What the platform asks of an address that goods are sent to. */
const REQUIRED = ["last_name", "address1", "city", "country_code"] as const;

const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** What an address lacks, in a sentence; null when goods can be sent to it. */
export function missingOfAddress(cells: ImportCells): string | null {
  const missing = REQUIRED.filter((column) => cells[column] === "");
  if (missing.length > 0) {
    const list = new Intl.ListFormat("en").format(missing);
    return `Address: the product is shipped, so give ${list} too.`;
  }
  const code = cells.country_code.toUpperCase();
  if (/^[A-Z]{2}$/.test(code) && regions.of(code)) return null;
  return "Address: the country must be its code of two letters, for example US.";
}

/** Where a line's goods go; null for one that says nothing of it. */
export function deliveryOf(cells: ImportCells): ContractDelivery | null {
  if (cells.address1 === "") return null;
  return {
    address: {
      firstName: cells.first_name,
      lastName: cells.last_name,
      company: cells.company,
      address1: cells.address1,
      address2: cells.address2,
      city: cells.city,
      zip: cells.zip,
      provinceCode: cells.province_code.toUpperCase(),
      countryCode: cells.country_code.toUpperCase(),
      phone: cells.phone,
    },
    option: titleOnly(cells.delivery_option),
  };
}

/** An export of another app has the title alone. */
function titleOnly(title: string): DeliveryOption | null {
  return title === "" ? null : { code: null, title, presentmentTitle: title, description: null };
}
