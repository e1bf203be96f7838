import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { projectRoot } from "#scripts/files/project-root.ts";

/** Short files whose tests take half a minute: begun last, they would keep one process at work while the others wait. */
const LONGEST: readonly string[] = [
  "tests/api/billing/what-a-renewal-costs.test.ts",
  "tests/unit/linear-time/parsers.test.ts",
];

/** Begins with the files that take longest. The runner goes by sizes, as long as it knows no times. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.includes(relative(projectRoot, moduleId));
    const { long = [], others = [] } = Object.groupBy(await super.sort(files), (file) =>
      isLong(file) ? "long" : "others",
    );
    return [...long, ...others];
  }
}
