import { runOnce } from "graphile-worker";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { sendMailJob } from "#app/domain/mail/mail-jobs.ts";
import { idText } from "#app/lib/id-text.ts";
import { addJob, addJobs, defineJob, requestJob } from "#app/lib/queue.ts";
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

test("mail to many customers of one store holds up no other job, of it or of another store", async () => {
  const { db } = testApp.app;
  const [busyId, otherId] = [1n, 2n];
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
      [sendMailJob.name]: note(sendMailJob.name),
      [urgentJob.name]: note(urgentJob.name),
    },
  });
  expect(done.slice(0, 2)).toEqual([urgentJob.name, urgentJob.name]);
  expect(done.filter((name) => name === sendMailJob.name)).toHaveLength(mails.length);
});
