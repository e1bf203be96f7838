import { describePlan } from "./describe-plan.ts";
import { make, type PlatformElement, setText } from "./elements.ts";
import type { Translator } from "./extension-api.ts";
import type { OfferedGroup } from "./purchase-options-api.ts";

const BADGES = {
  this: "success",
  product: "info",
  variants: "info",
  nothing: "neutral",
} as const;

/**
 * One plan group: its plans in plain words, whether it is attached, and the button that changes that. The elements
 * stay the same for its life, so the button keeps the focus while its words change.
 */
export class GroupSection {
  readonly element: PlatformElement<"s-section">;
  readonly #i18n: Translator;
  readonly #badge = make("s-badge", {});
  readonly #plans = make("s-unordered-list", {});
  readonly #button = make("s-button", {});
  readonly #hint: PlatformElement<"s-paragraph">;
  readonly #actions: PlatformElement<"s-stack">;
  readonly #content: PlatformElement<"s-stack">;
  #group: OfferedGroup;

  /** @param onChange asked to attach the group (true) or to remove it. */
  constructor(group: OfferedGroup, i18n: Translator, onChange: (offered: boolean) => void) {
    this.#i18n = i18n;
    this.#group = group;
    this.#hint = make("s-paragraph", { color: "subdued" }, i18n.translate("by_product"));
    const link = make(
      "s-link",
      { accessibilityLabel: i18n.translate("edit_group", { group: group.name }) },
      i18n.translate("edit"),
    );
    link.setAttribute("href", `app:app/plans/${group.id}`);
    this.#actions = make(
      "s-stack",
      { direction: "inline", gap: "base", alignItems: "center" },
      link,
    );
    this.#button.addEventListener("click", () => onChange(this.#group.offeredWith !== "this"));
    const status = make("s-stack", { direction: "inline" }, this.#badge);
    this.#content = make("s-stack", { gap: "small" }, status, this.#plans, this.#actions);
    this.element = make("s-section", { heading: group.name }, this.#content);
    this.show(group);
  }

  /** What is so now. */
  show(group: OfferedGroup): void {
    this.#group = group;
    const { name, offeredWith } = group;
    this.element.heading = name;
    this.#badge.tone = BADGES[offeredWith];
    setText(this.#badge, this.#i18n.translate(`status.${offeredWith}`));
    this.#showPlans();
    const isOffered = offeredWith === "this";
    setText(this.#button, this.#i18n.translate(isOffered ? "remove" : "attach"));
    this.#button.accessibilityLabel = this.#i18n.translate(
      isOffered ? "remove_group" : "attach_group",
      { group: name },
    );
    this.#button.tone = isOffered ? "critical" : "auto";
    // What a variant has by its product is taken from the product.
    const action = offeredWith === "product" ? this.#hint : this.#button;
    for (const other of [this.#hint, this.#button]) {
      if (other !== action && other.parentNode) this.#actions.removeChild(other);
    }
    if (!action.parentNode) this.#actions.insertBefore(action, this.#actions.firstChild);
  }

  /** Below the buttons, so that they stay where they are. */
  addBanner(banner: HTMLElement): void {
    this.#content.appendChild(banner);
  }

  /** While a change is under way, its button turns and the others wait. */
  setBusy(state: "this" | "another" | "no"): void {
    this.#button.loading = state === "this";
    this.#button.disabled = state === "another";
  }

  #showPlans(): void {
    while (this.#plans.firstChild) this.#plans.removeChild(this.#plans.firstChild);
    for (const plan of this.#group.plans) {
      const terms = describePlan(plan, this.#i18n);
      const words =
        plan.name === terms
          ? terms
          : this.#i18n.translate("plan.named", { name: plan.name, terms });
      this.#plans.appendChild(make("s-list-item", {}, words));
    }
  }
}
