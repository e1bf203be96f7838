import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const EVERY_MS = 1_000;

/** Reloads the page's data every second while `isAtWork`: for work that a job does in the background. */
export function useRefresh(isAtWork: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isAtWork || state !== "idle") return;
    const timer = setTimeout(() => {
      // A hidden or offline page does not reload.
      if (document.visibilityState === "visible" && navigator.onLine) revalidate();
    }, EVERY_MS);
    return () => clearTimeout(timer);
  }, [isAtWork, state, revalidate]);
}
