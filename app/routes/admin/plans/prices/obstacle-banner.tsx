import { Link } from "@remix-run/react";
import { Banner, Text } from "@shopify/polaris";
import type { PriceObstacle } from "#app/domain/price-changes/find-obstacle.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import type { Formats } from "#app/ui/format.ts";

/** What keeps a plan's price from being changed now, in words, and until when. */
export function showObstacle(
  { changeId, kind, effectiveAt, openCount }: PriceObstacle,
  zone: string,
  formats: Formats,
) {
  const day = formats.day(formatDate(effectiveAt, zone));
  const id = String(changeId);
  if (kind === "to_come") {
    const text = `The next one can start once its day has come, ${day}, or when it has been stopped.`;
    return { id, kind, title: "A price change of this plan waits for its day", text };
  }
  const left = formats.count(openCount, "subscriber");
  const text = `${left} to go. The next one can start as soon as that is done, usually in a few minutes; while Shopify does not answer it goes on later. This page looks by itself.`;
  return { id, kind, title: "The last price change of this plan is being stopped", text };
}

/** Says above the form why nothing can be started yet. */
export function ObstacleBanner({ obstacle }: { obstacle: ReturnType<typeof showObstacle> }) {
  return (
    <Banner tone="warning" title={obstacle.title}>
      <Text as="p">
        {obstacle.text}{" "}
        <Link to={`/app/plans/price-changes/${obstacle.id}`}>Show that price change</Link>
      </Text>
    </Banner>
  );
}
