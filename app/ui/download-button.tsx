import { Button } from "@shopify/polaris";
import { useState } from "react";
import { showToast } from "./show-toast.ts";

export interface DownloadButtonProps {
  /** Address of the file, on the app's own server. */
  url: string;
  fileName: string;
  /** "Export CSV". */
  label: string;
  /** Read after the label where a page has several: the file's name. */
  of?: string;
  /** Called when the file is not there any more. The button then leaves it to its page to say so. */
  onGone?: () => void;
}

const TROUBLE = {
  failed: "The download did not work. Check your connection and try again.",
  gone: "This file is not kept any more.",
};

/**
 * Downloads a file. A plain link would carry no sign-in inside the admin's frame, so the file is fetched and
 * handed on.
 */
export function DownloadButton({ url, fileName, label, of, onGone }: DownloadButtonProps) {
  const [state, setState] = useState<"idle" | "busy" | "failed" | "gone">("idle");
  const download = async () => {
    setState("busy");
    try {
      const response = await fetch(url);
      if (response.status === 404) {
        setState(onGone ? "idle" : "gone");
        onGone?.();
        return;
      }
      if (!response.ok) throw new Error(`The file answered ${response.status}.`);
      saveAs(await response.blob(), fileName);
      setState("idle");
      showToast(`${fileName} downloaded`);
    } catch {
      setState("failed");
    }
  };
  const trouble = state === "failed" || state === "gone" ? TROUBLE[state] : null;
  const text = state === "failed" ? `${label}: try again` : label;
  return (
    <>
      <Button
        loading={state === "busy"}
        onClick={() => void download()}
        {...(of && { accessibilityLabel: `${text} ${of}` })}
      >
        {state === "gone" ? `${label}: not there any more` : text}
      </Button>
      <span className="pn-hidden" role="alert">
        {trouble}
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
