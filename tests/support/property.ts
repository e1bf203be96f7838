import fc, { type RunDetails } from "fast-check";
import { propertySeed, sameDraw } from "./property-seed.ts";

// The one place that configures property tests. Each run draws other examples; what fails says how to
// draw the same ones again.
fc.configureGlobal({ seed: propertySeed, reporter: reportWithSeed });

export { fc, propertySeed, sameDraw };

function reportWithSeed<Values>(details: RunDetails<Values>): void {
  if (!details.failed) return;
  throw new Error(`${fc.defaultReportMessage(details)}\n\nThe same examples again: ${sameDraw}`, {
    cause: details.errorInstance,
  });
}
