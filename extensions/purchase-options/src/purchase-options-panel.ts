import { make, type PlatformElement } from "./elements.ts";
import type { ExtensionApi } from "./extension-api.ts";
import { GroupSection } from "./group-section.ts";
import {
  changeOption,
  type ErrorCode,
  type OfferedGroup,
  OptionsError,
  type PurchaseOptions,
  readOptions,
} from "./purchase-options-api.ts";
import { sortGroups } from "./sort-groups.ts";

/** The modal: the store's plan groups, each of which may be attached to the product or variant, or removed. */
export class PurchaseOptionsPanel {
  readonly element: PlatformElement<"s-admin-action">;
  readonly #api: ExtensionApi;
  readonly #id: string;
  readonly #sellingPlanId: string | undefined;
  readonly #content = make("s-stack", { gap: "base" });
  readonly #sections = new Map<string, GroupSection>();
  readonly #createLink: HTMLElement;
  #banner: HTMLElement | null = null;

  constructor(api: ExtensionApi) {
    this.#api = api;
    const [selected] = api.data.selected;
    this.#id = selected?.id ?? "";
    this.#sellingPlanId = selected?.sellingPlanId;
    this.#createLink = make("s-link", {}, this.#say("create"));
    this.#createLink.setAttribute("href", "app:app/plans/new");
    const done = make("s-button", { variant: "primary" }, this.#say("done"));
    done.setAttribute("slot", "primary-action");
    done.addEventListener("click", () => api.close());
    this.element = make(
      "s-admin-action",
      { heading: this.#say("name"), loading: true },
      this.#content,
      done,
    );
  }

  /** Asks for what there is, and shows it or why not. */
  async load(): Promise<void> {
    this.element.loading = true;
    try {
      this.#showOptions(await readOptions(this.#id));
    } catch (error) {
      this.#showLoadError(error);
    } finally {
      this.element.loading = false;
    }
  }

  #showOptions({ productTitle, variantTitle, groups }: PurchaseOptions): void {
    this.#showBanner(null, null);
    this.element.heading =
      variantTitle === null
        ? this.#say("heading", { product: productTitle })
        : this.#say("heading_variant", { product: productTitle, variant: variantTitle });
    if (this.#content.firstChild === null) {
      const words = this.#say(groups.length === 0 ? "empty" : "intro");
      this.#content.appendChild(make("s-paragraph", {}, words));
      this.#content.appendChild(this.#createLink);
    }
    this.#showGroups(groups);
  }

  /** Groups keep their places while the modal is open, so nothing moves away from under the pointer. */
  #showGroups(groups: readonly OfferedGroup[]): void {
    const present = new Set(groups.map(({ id }) => id));
    for (const [id, section] of this.#sections) {
      if (present.has(id)) continue;
      this.#content.removeChild(section.element);
      this.#sections.delete(id);
    }
    for (const group of sortGroups(groups, this.#sellingPlanId)) {
      const known = this.#sections.get(group.id);
      if (known) {
        known.show(group);
        continue;
      }
      const section = new GroupSection(group, this.#api.i18n, (offered) => {
        void this.#change(group, offered);
      });
      this.#sections.set(group.id, section);
      this.#content.insertBefore(section.element, this.#createLink);
    }
  }

  async #change({ id: groupId, name }: OfferedGroup, offered: boolean): Promise<void> {
    this.#setBusy(groupId);
    try {
      this.#showOptions(await changeOption({ id: this.#id, groupId, offered }));
      const words = this.#say(offered ? "attached" : "removed", { group: name });
      this.#showBanner(make("s-banner", { tone: "success" }, words), groupId);
    } catch (error) {
      const { code } = toOptionsError(error);
      this.#showBanner(this.#errorBanner("not_changed", code), groupId);
      if (code === "group_gone") this.#forget(groupId);
    } finally {
      this.#setBusy(null);
    }
  }

  /** The section of a group that is gone makes way for what there is to say of it. */
  #forget(groupId: string): void {
    const section = this.#sections.get(groupId);
    if (!section) return;
    if (this.#banner) this.#content.insertBefore(this.#banner, section.element);
    this.#content.removeChild(section.element);
    this.#sections.delete(groupId);
  }

  #setBusy(groupId: string | null): void {
    for (const [id, section] of this.#sections) {
      section.setBusy(groupId === null ? "no" : id === groupId ? "this" : "another");
    }
  }

  #showLoadError(error: unknown): void {
    const banner = this.#errorBanner("not_loaded", toOptionsError(error).code);
    const retry = make("s-button", { variant: "secondary" }, this.#say("retry"));
    retry.setAttribute("slot", "secondary-actions");
    retry.addEventListener("click", () => void this.load());
    banner.appendChild(retry);
    this.#showBanner(banner, null);
  }

  #errorBanner(heading: string, code: ErrorCode): HTMLElement {
    const words = this.#say(`errors.${code}`);
    return make("s-banner", { tone: "critical", heading: this.#say(heading) }, words);
  }

  /** Beside the group that it is about, because a long list is scrolled; otherwise at the top. One at a time. */
  #showBanner(banner: HTMLElement | null, groupId: string | null): void {
    if (this.#banner) this.#banner.parentNode?.removeChild(this.#banner);
    this.#banner = banner;
    const section = groupId === null ? undefined : this.#sections.get(groupId);
    if (banner && section) section.addBanner(banner);
    else if (banner) this.#content.insertBefore(banner, this.#content.firstChild);
  }

  #say(key: string, replacements?: Record<string, string | number>): string {
    return this.#api.i18n.translate(key, replacements);
  }
}

function toOptionsError(error: unknown): OptionsError {
  return error instanceof OptionsError ? error : new OptionsError("failed");
}
