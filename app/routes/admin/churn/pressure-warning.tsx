import { Banner } from "@shopify/polaris";
import { findPressurePhrases } from "#app/domain/churn/offers/pressure-phrases.ts";

/** A hint about texts that pressure or shame. It never prevents saving. */
export function PressingWarning({ texts }: { texts: readonly string[] }) {
  const found = [...new Set(texts.flatMap(findPressurePhrases).map((word) => word.found))];
  if (found.length === 0) return null;
  const list = found.map((word) => `“${word}”`).join(", ");
  return (
    <Banner tone="info" title="This may feel pushy to a shopper">
      <p>
        {list}: plain numbers and dates keep more subscribers than pressure, and are safer where the
        law forbids it. You can still save.
      </p>
    </Banner>
  );
}
