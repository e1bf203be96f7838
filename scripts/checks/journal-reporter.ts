import { appendFileSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import type { JournalLine } from "./journal.ts";

declare module "vitest" {
  interface TaskMeta {
    /** Why the test, or each test of the suite, takes longer than five seconds. */
    slow?: string;
  }
}

interface Failure {
  message: string;
  stack?: string | undefined;
}

/**
 * Writes down each event of a run as it happens, in the file of TEST_JOURNAL, so that a run that had to
 * be ended can say what it has done and what was under way.
 */
export default class JournalReporter implements Reporter {
  readonly #path: string;

  constructor() {
    const path = process.env.TEST_JOURNAL;
    if (!path) throw new Error("TEST_JOURNAL names no file");
    this.#path = path;
    writeFileSync(path, "");
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.#write({ event: "file started", file: moduleId });
  }

  onTestCaseReady({ module, id, fullName }: TestCase): void {
    this.#write({ event: "test started", file: module.moduleId, id, name: fullName });
  }

  onTestModuleEnd(module: TestModule): void {
    // A test whose suite could not be set up has no event, and is to be counted all the same.
    for (const test of module.children.allTests()) this.#writeResult(test);
    const suites = [module, ...module.children.allSuites()];
    this.#write({
      event: "file ended",
      file: module.moduleId,
      ms: Math.round(module.diagnostic().duration),
      messages: suites.flatMap((suite) => messagesOf(suite.errors())),
    });
  }

  onTestCaseResult(test: TestCase): void {
    this.#writeResult(test);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly Failure[]): void {
    this.#write({ event: "run ended", messages: messagesOf(errors) });
  }

  #writeResult(test: TestCase): void {
    const { state, errors } = test.result();
    this.#write({
      event: "test ended",
      file: test.module.moduleId,
      id: test.id,
      name: test.fullName,
      state,
      ms: Math.round(test.diagnostic()?.duration ?? 0),
      slow: test.meta().slow,
      messages: messagesOf(errors ?? []),
    });
  }

  #write(line: JournalLine): void {
    appendFileSync(this.#path, `${JSON.stringify(line)}\n`);
  }
}

function messagesOf(errors: readonly Failure[]): string[] {
  return errors.map(({ message, stack }) => stack || message);
}
