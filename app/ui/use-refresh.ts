import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef } from "react";

const EVERY_MS = 1_000;

/** Reloads the page's data every second while `isAtWork`: for work that a job does in the background. */
export function useRefresh(isAtWork: boolean): void {
  const { revalidate, state } = useRevalidator();
  const latest = useRef({ revalidate, state });
  latest.current = { revalidate, state };
  useEffect(() => {
    if (!isAtWork) return;
    // It looks by itself each time: a reload that ends before the page was drawn again changes nothing that could be waited for.
    const timer = setInterval(() => {
      // A hidden or offline page does not reload until it is seen or online again.
      const isSeen = document.visibilityState === "visible" && navigator.onLine;
      if (isSeen && latest.current.state === "idle") latest.current.revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isAtWork]);
}
