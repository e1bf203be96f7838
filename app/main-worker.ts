import { readEnvironment } from "./core/env.ts";
import { showWorkerPresence } from "./core/worker-presence.ts";
import { runWorker } from "./jobs/run-worker.ts";
import { createAppContext } from "./server/create-app-context.ts";
import { endWithSupervisor } from "./server/end-with-supervisor.ts";

// The worker process: durable jobs and what falls due. Started by scripts/start.ts and scripts/serve.ts.

const CONCURRENCY = 4;

const environment = readEnvironment(process.env);
const app = createAppContext(environment, "worker");
const runner = await runWorker(app, CONCURRENCY);
const leave = await showWorkerPresence(app.db.pool);
app.log.info("worker is ready");
process.send?.({ ready: true });

endWithSupervisor(async () => {
  leave();
  await runner.stop();
  await app.close();
});
