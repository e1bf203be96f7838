import { type ErrorResponse, isRouteErrorResponse } from "@remix-run/react";

/** What went wrong with a page, and what a merchant can do about it. */
export interface Trouble {
  title: string;
  advice: string;
  /** False where trying again cannot help. */
  mayPass: boolean;
}

/** Describes an error that a page threw. Never shows the details of a bug. */
export function describeTrouble(error: unknown): Trouble {
  if (isRouteErrorResponse(error)) {
    if (error.status === 404) {
      return {
        title: "This page does not exist",
        advice: ownWords(error) ?? "It may have been removed, or the address is mistyped.",
        mayPass: false,
      };
    }
    if (error.status === 401 || error.status === 403) {
      return {
        title: "You cannot open this page",
        advice:
          ownWords(error) ??
          "Open Perennial from your store's admin, under Apps. If it still does not open, ask the store's owner for access.",
        mayPass: false,
      };
    }
    if (error.status === 503) {
      return {
        title: "Your store's platform does not answer",
        advice: "Nothing was changed. Wait a moment, then try again.",
        mayPass: true,
      };
    }
  }
  return {
    title: "This page could not be loaded",
    advice:
      "Nothing was changed. Check your connection and try again. If it keeps happening, tell whoever runs Perennial for you the time at which it did.",
    mayPass: true,
  };
}

/** What a loader of ours has said for the merchant to read. */
function ownWords({ data }: ErrorResponse): string | null {
  return typeof data === "string" && data !== "" ? data : null;
}
