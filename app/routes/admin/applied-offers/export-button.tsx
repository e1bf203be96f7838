import { DownloadButton } from "#app/ui/download-button.tsx";
import type { AppliedOfferQuery } from "./applied-offer-filters.ts";

/** Downloads the list as it is filtered. */
export function ExportButton({ query }: { query: AppliedOfferQuery }) {
  const filled = Object.entries(query).filter(([, value]) => value !== "");
  return (
    <DownloadButton
      url={`/app/churn/applied-offers.csv?${new URLSearchParams(filled)}`}
      fileName="applied-offers.csv"
      label="Export CSV"
    />
  );
}
