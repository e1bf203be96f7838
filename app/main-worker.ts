import { readEnvironment } from "#app/lib/env.ts";
import { runWorker } from "./jobs/run-worker.ts";
import { awaitDatabase } from "./server/await-database.ts";
import { createAppContext } from "./server/create-app-context.ts";
import { endWithSupervisor } from "./server/end-with-supervisor.ts";

// The worker process: durable jobs and what falls due. Started by scripts/start.ts and scripts/serve.ts.

const CONCURRENCY = 4;

const environment = readEnvironment(process.env);
const app = createAppContext(environment, "worker");
let stop = async () => {};
endWithSupervisor(async () => {
  await stop();
  await app.close();
});

await awaitDatabase(app);
stop = await runWorker(app, CONCURRENCY);
app.log.info("worker is ready");
process.send?.({ ready: true });
