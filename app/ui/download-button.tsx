import { Button } from "@shopify/polaris";
import { useState } from "react";
import { showToast } from "./show-toast.ts";

export interface DownloadButtonProps {
  /** Address of the file, on the app's own server. */
  url: string;
  fileName: string;
  /** "Export CSV". */
  label: string;
}

/**
 * Downloads a file. A plain link would carry no sign-in inside the admin's frame, so the file is fetched and
 * handed on.
 */
export function DownloadButton({ url, fileName, label }: DownloadButtonProps) {
  const [state, setState] = useState<"idle" | "busy" | "failed">("idle");
  const download = async () => {
    setState("busy");
    try {
      const response = await fetch(url);
      if (!response.ok) throw new Error(`The file answered ${response.status}.`);
      saveAs(await response.blob(), fileName);
      setState("idle");
      showToast(`${fileName} downloaded`);
    } catch {
      setState("failed");
    }
  };
  return (
    <>
      <Button loading={state === "busy"} onClick={() => void download()}>
        {state === "failed" ? `${label}: try again` : label}
      </Button>
      <span className="pn-hidden" role="alert">
        {state === "failed" && "The download did not work. Check your connection and try again."}
      </span>
    </>
  );
}

function saveAs(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
