import type { SandboxStart } from "./extension-messages.ts";

// The page of the frame in which an extension's worker is made. The frame shares no origin with the admin, so the worker
// reaches neither the admin's page, nor its storage, nor its cookies. The scripts are put together here, not imported
// by the worker: errors of another origin's scripts would be hidden from it.
async function startWorker({ workerUrl, scriptUrl }: SandboxStart, line: MessagePort) {
  const scripts = await Promise.all([workerUrl, scriptUrl].map(fetchScript));
  const url = URL.createObjectURL(new Blob(scripts, { type: "text/javascript" }));
  new Worker(url).postMessage(null, [line]);
}

async function fetchScript(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return `${await answer.text()}\n`;
}

self.addEventListener(
  "message",
  ({ data, ports }: MessageEvent<SandboxStart>) => {
    const [line] = ports;
    if (line !== undefined) void startWorker(data, line);
  },
  { once: true },
);
