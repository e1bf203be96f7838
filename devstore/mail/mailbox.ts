import type { Address, Email } from "postal-mime";
import type { Devstore } from "../devstore.ts";
import { demoShopDomain } from "../find-shop.ts";
import type { DevMail, DevMailRefusal } from "../state/mail.ts";

const WEEK_MS = 7 * 86_400_000;
const MOST_MAILS = 20_000;

/** Refusals are the mail server's, not a shop's. */
const OF_ALL_SHOPS = "";

/** The mails of the shops, a week of them each, and the addresses that take none. */
export class Mailbox {
  readonly #devstore: Devstore;

  constructor(devstore: Devstore) {
    this.#devstore = devstore;
  }

  /** Newest first. */
  list(domain: string): DevMail[] {
    return this.#devstore.state.list(domain, "mail").reverse();
  }

  /** Keeps a mail with the shop that its answers go to; with the demo shop when they go to none. */
  keep(mail: Email, envelope: { sender: string; recipients: string[] }): void {
    const { state } = this.#devstore;
    const answersTo = mail.replyTo?.[0]?.address?.toLowerCase();
    const shop = state.shops().find(({ email }) => email.toLowerCase() === answersTo);
    const domain = shop?.domain ?? demoShopDomain;
    state.transaction(() => {
      const id = state.nextId(domain, "mail");
      state.put(domain, "mail", {
        id,
        ...envelope,
        subject: mail.subject ?? "",
        from: nameOf(mail.from),
        to: (mail.to ?? []).map(nameOf).join(", "),
        replyTo: mail.replyTo?.map(nameOf).join(", ") ?? null,
        messageId: mail.messageId ?? null,
        html: mail.html ?? null,
        text: mail.text ?? null,
        headers: mail.headers.map(({ originalKey, value }) => ({ name: originalKey, value })),
        receivedAt: state.now(domain).toISOString(),
        keptSince: new Date().toISOString(),
      });
      this.#forgetOld(domain, id);
    });
  }

  /** Null: the address takes mail again. */
  refuse(address: string, answer: DevMailRefusal["answer"] | null): void {
    const id = address.toLowerCase();
    if (answer === null) this.#devstore.state.remove(OF_ALL_SHOPS, "mailRefusal", id);
    else this.#devstore.state.put(OF_ALL_SHOPS, "mailRefusal", { id, answer });
  }

  refusalOf(address: string): DevMailRefusal["answer"] | null {
    const { state } = this.#devstore;
    return state.get(OF_ALL_SHOPS, "mailRefusal", address.toLowerCase())?.answer ?? null;
  }

  /** Ids ascend with time, so the old ones are those before the first that stays. */
  #forgetOld(domain: string, newest: number): void {
    const { state } = this.#devstore;
    const since = new Date(Date.now() - WEEK_MS).toISOString();
    for (let id = this.#oldestOf(domain); id < newest; id += 1) {
      const mail = state.get(domain, "mail", id);
      if (mail && mail.keptSince >= since && newest - id < MOST_MAILS) return;
      state.remove(domain, "mail", id);
      this.#oldest.set(domain, id + 1);
    }
  }

  readonly #oldest = new Map<string, number>();

  #oldestOf(domain: string): number {
    const known = this.#oldest.get(domain) ?? this.#devstore.state.list(domain, "mail")[0]?.id ?? 1;
    this.#oldest.set(domain, known);
    return known;
  }
}

function nameOf(address: Address | undefined): string {
  if (!address) return "";
  const { name, address: at } = address;
  return name ? `${name} <${at ?? ""}>` : (at ?? "");
}
