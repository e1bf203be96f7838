import { Button } from "@shopify/polaris";
import { useState } from "react";
import { showToast } from "#app/ui/show-toast.ts";
import type { AppliedOfferQuery } from "./applied-offer-filters.ts";

const FILE_NAME = "applied-offers.csv";

/**
 * Downloads the list as it is filtered. A plain link would carry no sign-in inside the admin's frame, so
 * the file is fetched and handed on.
 */
export function ExportButton({ query }: { query: AppliedOfferQuery }) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const download = async () => {
    setState("busy");
    try {
      const filled = Object.entries(query).filter(([, value]) => value !== "");
      const response = await fetch(`/app/churn/applied-offers.csv?${new URLSearchParams(filled)}`);
      if (!response.ok) throw new Error(`The export answered ${response.status}.`);
      saveAs(await response.blob());
      setState("idle");
      showToast("Export downloaded");
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button loading={state === "busy"} onClick={() => void download()}>
        {state === "failed" ? "Try the export again" : "Export CSV"}
      </Button>
      <span className="pn-hidden" role="alert">
        {state === "failed" && "The export did not work. Check your connection and try again."}
      </span>
    </>
  );
}

function saveAs(blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = FILE_NAME;
  link.click();
  URL.revokeObjectURL(url);
}
