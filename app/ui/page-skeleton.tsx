import { Card, Page } from "@shopify/polaris";

/** The shapes of the admin's screens, for the moment before one is there. */
export type SkeletonKind = "cards" | "list" | "editor";

export function skeletonKindOf(pathname: string): SkeletonKind {
  if (/^\/app\/churn\/(offers|applied-offers)\/[^/]+$/.test(pathname)) return "editor";
  if (/^\/app\/loyalty\/rules\/\d+$/.test(pathname)) return "editor";
  if (/^\/app\/loyalty\/(rules|rules\/new|customers|coupons)$/.test(pathname)) return "list";
  if (["/app/churn/reasons", "/app/settings/emails"].includes(pathname)) return "editor";
  if (/^\/app\/store-credit\/(customers|grants|files|policies)$/.test(pathname)) return "list";
  if (["/app/plans", "/app/customers"].includes(pathname)) return "list";
  if (/^\/app\/subscriptions(\/(failed|calendar))?$/.test(pathname)) return "list";
  return /^\/app\/churn\//.test(pathname) ? "list" : "cards";
}

/** A loading page with the same layout as the page that follows, to avoid layout shift. */
export function PageSkeleton({ kind }: { kind: SkeletonKind }) {
  return (
    <div role="status" aria-label="Loading">
      <Page title=" " fullWidth={kind === "editor"}>
        {kind === "editor" ? (
          <div className="pn-split">
            <Card>
              <Lines count={9} />
            </Card>
            <Card>
              <Lines count={14} />
            </Card>
          </div>
        ) : (
          <Card>
            <Lines count={kind === "list" ? 12 : 8} />
          </Card>
        )}
      </Page>
    </div>
  );
}

function Lines({ count }: { count: number }) {
  const widths = ["92%", "78%", "85%", "60%"];
  return Array.from({ length: count }, (_, line) => (
    <div
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move.
      key={line}
      className="pn-skeleton"
      style={{ height: "1rem", width: widths[line % widths.length], marginBlock: "0.75rem" }}
    />
  ));
}
