import type { Frame, Page } from "@playwright/test";

declare global {
  interface Window {
    __vitals?: PageVitals;
  }
}

export interface PageVitals {
  /** Since the document was asked for. */
  largestPaintMs: number;
  /** Sum of the shifts that no press or key brought about. */
  layoutShift: number;
}

/** Lets every document that the page loads from now on write down what is measured. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const vitals = { largestPaintMs: 0, layoutShift: 0 };
    window.__vitals = vitals;
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) vitals.largestPaintMs = startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) vitals.layoutShift += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

export function readVitals(document: Page | Frame): Promise<PageVitals> {
  return document.evaluate(() => window.__vitals ?? { largestPaintMs: 0, layoutShift: 0 });
}
