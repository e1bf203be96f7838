import { Button } from "@shopify/polaris";
import { useEffect, useState } from "react";

export interface CopyButtonProps {
  text: string;
  /** What is copied, for those who hear the button without its surroundings. */
  what: string;
  primary?: boolean;
}

const SAID_FOR_MS = 2_000;

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, what, primary = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => setOutcome(null), SAID_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => setOutcome((await copyText(text)) ? "copied" : "failed");
  return (
    <>
      <Button
        size="slim"
        variant={primary ? "primary" : "secondary"}
        accessibilityLabel={`Copy ${what}`}
        onClick={() => void copy()}
      >
        {outcome === "copied" ? "Copied" : outcome === "failed" ? "Select and copy" : "Copy"}
      </Button>
      <span className="pn-hidden" role="status">
        {outcome === "copied" && `${what} copied`}
        {outcome === "failed" && `Could not copy. Select ${what} and copy it yourself.`}
      </span>
    </>
  );
}

/** The admin's frame may withhold the clipboard; a selection still copies then. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.style.position = "fixed";
    field.style.opacity = "0";
    const host = document.querySelector("dialog[open]") ?? document.body;
    host.append(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied;
  }
}
