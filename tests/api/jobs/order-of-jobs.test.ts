import { runOnce } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sendMailJob } from "#app/domain/mail/mail-jobs.ts";
import { idText } from "#app/lib/id-text.ts";
import { addJob, addJobs, defineJob, requestJob } from "#app/lib/queue.ts";
import { bareStore } from "#tests/support/bare-store.ts";
import { startTestApp, type TestApp } from "#tests/support/test-app.ts";

const urgentJob = defineJob({
  name: "test-of-the-order",
  payload: z.object({ shopId: idText }),
  dedupeKey: () => "",
});

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ worker: false });
});
afterAll(() => testApp.close());

const storeId = async () => (await bareStore(testApp))("2026-03-01T12:00:00Z").shop.id;

test("mail to many customers of one store holds up no other job, of it or of another store", async () => {
  const { db } = testApp.app;
  const [busyId, otherId] = [await storeId(), await storeId()];
  const mails = Array.from({ length: 100 }, (_, at) => ({ shopId: busyId, mailId: BigInt(at) }));
  await addJobs(
    db.prisma,
    mails.map((mail) => requestJob(sendMailJob, mail)),
  );
  for (const shopId of [busyId, otherId]) await addJob(db.prisma, urgentJob, { shopId });

  const done: string[] = [];
  const note = (name: string) => () => void done.push(name);
  await runOnce({
    pgPool: db.pool,
    concurrency: 1,
    noHandleSignals: true,
    taskList: {
      [String(sendMailJob.together)]: note("mails"),
      [urgentJob.name]: note("urgent"),
    },
  });
  // One job for all of them, however many.
  expect(done).toEqual(["urgent", "urgent", "mails"]);
});
