/** A shop's two ways to show a price, with the platform's own places in them. */
export interface MoneyFormats {
  plain: string;
  withCurrency: string;
}

/** What the platform gives a new shop of that currency; a merchant may change it. */
const formatsByCurrency: Readonly<Record<string, string>> = {
  AUD: before("$", "amount"),
  CAD: before("$", "amount"),
  CHF: before("CHF ", "amount"),
  DKK: after("amount_with_comma_separator", " kr"),
  EUR: before("€", "amount_with_comma_separator"),
  GBP: before("£", "amount"),
  JPY: before("¥", "amount_no_decimals"),
  NOK: after("amount_with_comma_separator", " kr"),
  PLN: after("amount_with_comma_separator", " zł"),
  SEK: after("amount_no_decimals", " kr"),
  USD: before("$", "amount"),
};

function before(symbol: string, place: string): string {
  return `${symbol}{{${place}}}`;
}

function after(place: string, symbol: string): string {
  return `{{${place}}}${symbol}`;
}

export function defaultMoneyFormats(currency: string): MoneyFormats {
  const plain = formatsByCurrency[currency] ?? `${currency} {{amount}}`;
  return { plain, withCurrency: plain.includes(currency) ? plain : `${plain} ${currency}` };
}

const separators: Readonly<Record<string, { thousand: string; point: string; digits: 0 | 2 }>> = {
  amount: { thousand: ",", point: ".", digits: 2 },
  amount_no_decimals: { thousand: ",", point: ".", digits: 0 },
  amount_with_comma_separator: { thousand: ".", point: ",", digits: 2 },
  amount_no_decimals_with_comma_separator: { thousand: ".", point: ",", digits: 0 },
  amount_with_apostrophe_separator: { thousand: "'", point: ".", digits: 2 },
  amount_with_space_separator: { thousand: " ", point: ",", digits: 2 },
  amount_no_decimals_with_space_separator: { thousand: " ", point: ",", digits: 0 },
};

/**
 * Puts a price into a money format. Liquid's prices are in hundredths whatever the currency: 1500 is
 * €15,00, and ¥15 in a currency without decimals.
 */
export function formatMoney(hundredths: number, format: string): string {
  return format.replace(/\{\{\s*(\w+)\s*\}\}/g, (place, name: string) => {
    const style = separators[name];
    if (style === undefined) return place;
    const fixed = (Math.round(hundredths) / 100).toFixed(style.digits);
    const [whole = "", decimals] = fixed.replace("-", "").split(".");
    const grouped = groupThousands(whole, style.thousand);
    const sign = fixed.startsWith("-") ? "-" : "";
    return `${sign}${grouped}${decimals === undefined ? "" : `${style.point}${decimals}`}`;
  });
}

function groupThousands(digits: string, separator: string): string {
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    groups.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return groups.join(separator);
}
