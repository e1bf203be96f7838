import { domainToASCII } from "node:url";
import { splitAddress } from "./email-address.ts";

/** What a provider takes for the same mailbox, by its own documentation. */
interface Provider {
  domains: readonly string[];
  /** One name is the same mailbox at all its domains. */
  isOneAtAll?: boolean;
  /** What begins a tag, which is no part of the mailbox. Null: it knows no tags. */
  tag: "+" | "-" | null;
  /** Characters of a name that do not count. */
  ignored?: RegExp;
  /** Characters of a name that are the same as another one. */
  same?: readonly [RegExp, string];
}

const PROVIDERS: readonly Provider[] = [
  { domains: ["gmail.com", "googlemail.com"], isOneAtAll: true, tag: "+", ignored: /\./g },
  {
    domains: ["proton.me", "protonmail.com", "protonmail.ch", "pm.me"],
    ...{ isOneAtAll: true, tag: "+", ignored: /[._-]/g },
  },
  { domains: ["icloud.com", "me.com", "mac.com"], isOneAtAll: true, tag: "+" },
  {
    domains: ["yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "ya.ru"],
    ...{ isOneAtAll: true, tag: "+", same: [/\./g, "-"] },
  },
  {
    domains: [
      ...["yahoo.com", "yahoo.co.uk", "yahoo.de", "yahoo.fr", "yahoo.it", "yahoo.es", "yahoo.ca"],
      ...["yahoo.com.br", "yahoo.com.mx", "yahoo.com.au", "yahoo.co.in", "yahoo.in"],
      ...["ymail.com", "rocketmail.com"],
    ],
    tag: "-",
  },
  {
    domains: [
      ...["aol.com", "gmx.de", "gmx.net", "gmx.com", "gmx.at", "gmx.ch", "web.de", "t-online.de"],
      ...["docomo.ne.jp", "ezweb.ne.jp", "au.com", "softbank.ne.jp", "yahoo.co.jp"],
      ...["qq.com", "163.com", "126.com", "naver.com", "libero.it", "orange.fr", "free.fr"],
    ],
    tag: null,
  },
];

/** Nearly all other mail servers that know tags begin them with a plus (RFC 5233). Nothing else is the same anywhere. */
const ANY_OTHER: Provider = { domains: [], tag: "+" };

const PROVIDER_OF = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/**
 * The mailbox that an address leads to, which people can write in several ways, by the rules of who provides it.
 *
 * @returns null for a text that is no address.
 */
export function mailboxOf(address: string): string | null {
  const { name, domain } = splitAddress(address.trim().toLowerCase().normalize("NFC"));
  if (name === "" || domain === "") return null;
  const ascii = domainToASCII(domain) || domain;
  const { tag, ignored, same, isOneAtAll, domains } = PROVIDER_OF.get(ascii) ?? ANY_OTHER;
  let mailbox = tag && name.indexOf(tag) > 0 ? name.slice(0, name.indexOf(tag)) : name;
  if (ignored) mailbox = mailbox.replace(ignored, "") || mailbox;
  if (same) mailbox = mailbox.replace(...same);
  return `${mailbox}@${isOneAtAll ? domains[0] : ascii}`;
}
