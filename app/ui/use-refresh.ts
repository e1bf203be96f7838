import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const EVERY_MS = 1_000;

/** Reads the page's data again and again while `isAtWork`: for what a job works off in the background. */
export function useRefresh(isAtWork: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isAtWork || state !== "idle") return;
    const timer = setTimeout(() => {
      // A page that nobody looks at, or that has no connection, asks for nothing.
      if (document.visibilityState === "visible" && navigator.onLine) revalidate();
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [isAtWork, state, revalidate]);
}
