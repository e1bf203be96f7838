import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { DUE_TASKS } from "#app/domain/attention/due-tasks.ts";
import { runDueTasksJob } from "#app/domain/schedule/schedule-task.ts";
import { publishCustomerJob } from "#app/domain/subscriptions/subscription-jobs.ts";
import { jobsOf } from "#app/jobs/bind-gathering.ts";
import { CLOCK_JOBS } from "#app/jobs/clock-jobs.ts";
import { DUE_TASK_ACTIONS } from "#app/jobs/due-task-actions.ts";
import { GATHERINGS } from "#app/jobs/gatherings.ts";
import { SHOP_JOBS } from "#app/jobs/shop-jobs.ts";
import { SUBSCRIBERS } from "#app/jobs/subscribers.ts";
import { projectRoot } from "#scripts/files/project-root.ts";

/** What the sources define by calling this function with this first field. */
function defined(maker: string, field: string): string[] {
  return written(`= ${maker}\\(\\{\\s*${field}: "([^"]+)"`);
}

function written(pattern: string): string[] {
  const definition = new RegExp(pattern, "gm");
  return globSync("app/domain/**/*.ts", { cwd: projectRoot }).flatMap((file) =>
    [...readFileSync(join(projectRoot, file), "utf8").matchAll(definition)].map(
      ([, name = ""]) => name,
    ),
  );
}

test("the worker has an action for every job that is defined, under one name each", () => {
  const gathered = GATHERINGS.flatMap(jobsOf);
  const names = [...SHOP_JOBS, ...gathered].map(({ name }) => name);
  expect(names.length).toBeGreaterThan(10);
  expect([...names].sort()).toEqual(defined("defineJob", "name").sort());
  const all = [...names, ...[...GATHERINGS, ...CLOCK_JOBS].map(({ name }) => name)];
  expect(new Set(all).size).toBe(all.length);
});

test("jobs that are done together say under which name, and end with their store", () => {
  expect(GATHERINGS.length).toBeGreaterThan(0);
  for (const gathering of GATHERINGS) {
    const { name } = gathering;
    const jobs = jobsOf(gathering);
    for (const job of jobs) {
      expect(job.together, job.name).toBe(name);
      expect(job.whenUninstalled, job.name).toBeUndefined();
    }
  }
  const together = GATHERINGS.flatMap((gathering) => jobsOf(gathering).map(() => gathering.name));
  expect(together.sort()).toEqual(written('^ {2}together: "([^"]+)"').sort());
});

test("no older copy for the storefront is written after a newer one: jobs that write the same copy run in turn", () => {
  const writers = SHOP_JOBS.filter(({ name }) => name.startsWith("publish-"));
  expect(writers.length).toBeGreaterThan(5);
  expect(writers.filter(({ isSerial }) => !isSerial).map(({ name }) => name)).toEqual([]);
});

test("the worker has an action for every task that is defined", () => {
  expect(DUE_TASKS.map(({ kind }) => kind).sort()).toEqual(defined("defineTask", "kind").sort());
  expect(DUE_TASK_ACTIONS.map(({ kind }) => kind)).toEqual(DUE_TASKS.map(({ kind }) => kind));
});

test("the worker knows every subscriber that is defined", () => {
  expect(SUBSCRIBERS.map(({ name }) => name).sort()).toEqual(
    defined("defineSubscriber", "name").sort(),
  );
});

test("ids of any size travel in a payload unchanged, as texts", () => {
  const payload = { shopId: 9_007_199_254_740_993n, customerId: 2n ** 62n };
  const stored = JSON.stringify(z.encode(publishCustomerJob.payload, payload));
  expect(stored).toBe('{"shopId":"9007199254740993","customerId":"4611686018427387904"}');
  expect(publishCustomerJob.payload.parse(JSON.parse(stored))).toEqual(payload);
});

test("a job that the version before added, by its store alone, is understood", () => {
  expect(runDueTasksJob.payload.parse({ shopId: "7" })).toEqual({ shopId: 7n, about: "sweep" });
});
