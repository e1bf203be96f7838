import { Banner } from "@shopify/polaris";
import { useEffect, useRef } from "react";

/**
 * Why nothing was saved. Takes the focus when it appears, so it is not missed below the fold or by a
 * screen reader.
 */
export function ErrorBanner({ title, message }: { title: string; message: string | null }) {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (message !== null) holder.current?.focus();
  }, [message]);
  if (message === null) return null;
  return (
    <div ref={holder} tabIndex={-1} style={{ outline: "none" }}>
      <Banner tone="critical" title={title}>
        <p>{message}</p>
      </Banner>
    </div>
  );
}
