import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

// Asks an address every 10 ms, in a process by itself so that whoever sends the load delays no measure. Says
// the milliseconds of every answer when it is asked to stop.

const EVERY_MS = 10;
const url = process.argv[2] ?? "";
const agent = new Agent({ keepAlive: true });

let running = true;
process.once("message", () => {
  running = false;
});

const times: number[] = [];
const open: Promise<void>[] = [];
process.send?.("begun");
while (running) {
  open.push(ask());
  await delay(EVERY_MS);
}
await Promise.all(open);
process.send?.(times);
process.disconnect();

function ask(): Promise<void> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume();
      answer.once("end", () => {
        times.push(performance.now() - begun);
        resolve();
      });
    }).once("error", reject);
  });
}
