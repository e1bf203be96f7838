import { currencyDigits } from "#storefront/money/currency-digits.ts";
import { LoyaltyElement } from "./loyalty-element.ts";
import { basisLine, dayLine, placeAmong, type TierStanding } from "./tier-standing.ts";

/** `<perennial-tiers>`: a customer's tier, and what is missing for the next one. */
class PerennialTiers extends LoyaltyElement<{ tier_standing: TierStanding | null }> {
  protected draw({ tier_standing: standing }: { tier_standing: TierStanding | null }) {
    const rows = [...this.querySelectorAll<HTMLElement>("[data-tier]")];
    // The page's tiers are older than the store's, which has none any more.
    if (!standing) return;
    const tiers = rows.map((row) => ({
      id: Number(row.dataset.tier),
      name: this.find("name", row)?.textContent ?? "",
      threshold: Number(row.dataset.threshold),
    }));
    const { current, next, missing } = placeAmong(tiers, standing);
    for (const row of rows) {
      const isCurrent = Number(row.dataset.tier) === current?.id;
      if (isCurrent) row.ariaCurrent = "true";
      else row.removeAttribute("aria-current");
      this.show("mark", isCurrent, row);
    }
    this.say("tier", ["name", { tier: current?.name ?? "" }]);
    this.show("tier", current !== null);
    this.show("none", current === null);
    this.show("top", next === null);
    this.show("next", next !== null);
    this.show("until", current !== null && standing.review_on !== null);
    if (standing.review_on) {
      this.say("until", ["until", { date: dayLine(standing.review_on, this.lang) }]);
    }
    const bar = this.find("bar") as HTMLProgressElement | null;
    if (bar) bar.hidden = next === null;
    if (!next) return;
    const { basis = "points" } = this.dataset;
    const lacking = basisLine(
      missing,
      basis,
      this.numbers,
      standing.amount_digits ?? this.#digits(),
    );
    this.say("next", ["next", { missing: lacking, tier: next.name }]);
    if (bar) {
      bar.max = next.threshold;
      bar.value = next.threshold - missing;
    }
  }

  protected claimNothing() {
    this.show("none", false);
    this.show("next", false);
    this.show("bar", false);
  }

  /** Decimals of the store's currency. */
  #digits(): number {
    const { currency = "EUR" } = this.dataset;
    return currencyDigits(currency);
  }
}

// The script may be in the page twice.
customElements.get("perennial-tiers") ?? customElements.define("perennial-tiers", PerennialTiers);
