import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * Axe for a page. Violations are reported in full, everything else only in brief: what passed is most of its
 * answer, and carrying that over would take longer than looking for it.
 */
export function axeOf(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
}
