import { createDemoFolder, runDemo } from "#tests/support/run-demo.ts";
import { type BenchRow, median } from "./bench-row.ts";

const ROUNDS = 7;
const TARGET_MS = 2000;

/** `npm start` to ready, where everything is installed, built, and filled. */
export async function measureStart(): Promise<BenchRow[]> {
  const data = createDemoFolder();
  try {
    const filled = await runDemo(data.path);
    await filled.stop();
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { readyMs, stop } = await runDemo(data.path);
      rounds.push(readyMs);
      await stop();
    }
    const typical = median(rounds);
    const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
    return [
      {
        name: "start",
        ours: `${seconds(typical)} (${seconds(least)} to ${seconds(most)})`,
        baseline: "–",
        ratio: "–",
        target: `≤ ${seconds(TARGET_MS)}`,
        met: typical <= TARGET_MS,
      },
    ];
  } finally {
    data.remove();
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}
