import type { Frame, Page } from "@playwright/test";

declare global {
  interface Window {
    __vitals?: PageVitals;
  }
}

export interface PageVitals {
  /** Since the document was asked for. */
  largestPaintMs: number;
  /** Sum of the shifts that no press or key brought about, be it a person's or a script's. */
  layoutShift: number;
}

/** So long after a press a browser takes what moves for what was asked for. */
const PRESS_MS = 500;

/** Lets every document that the page loads from now on write down what is measured. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript((pressMs) => {
    let pressedMs = Number.NEGATIVE_INFINITY;
    // A browser knows a person's press by itself, and not one of a script.
    const note = ({ isTrusted, timeStamp }: Event) => {
      if (!isTrusted) pressedMs = timeStamp;
    };
    addEventListener("click", note, true);
    const vitals = { largestPaintMs: 0, layoutShift: 0 };
    window.__vitals = vitals;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) vitals.largestPaintMs = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        const sinceMs = shift.startTime - pressedMs;
        const isAsked = shift.hadRecentInput || (sinceMs >= 0 && sinceMs < pressMs);
        if (!isAsked) vitals.layoutShift += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  }, PRESS_MS);
}

export function readVitals(document: Page | Frame): Promise<PageVitals> {
  return document.evaluate(() => window.__vitals ?? { largestPaintMs: 0, layoutShift: 0 });
}
