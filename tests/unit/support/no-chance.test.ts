import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "#scripts/files/project-root.ts";

interface Rule {
  found: RegExp;
  /** Where it may be, with a reason. */
  except: readonly string[];
}

const RULES: Readonly<Record<string, Rule>> = {
  "draws from another seed than that of the run: take fc, propertySeed or uniqueNumber": {
    found: /Math\.random\(|_SEED\b.*\?\?|\bseed: Date\.now|from "fast-check"/,
    // The two that make the seed and give it to fast-check; ports that two runs on one machine look for.
    except: [
      "tests/support/property-seed.ts",
      "tests/support/property.ts",
      "tests/support/test-port.ts",
    ],
  },
  "expects a time of the machine's clock or a size of a process's memory: measure it in tests/bench":
    {
      found:
        /expect(\.soft)?\(\s*(performance\.now|Date\.now\(\) - |process\.memoryUsage|\w*(elapsed|took|heap)\w*\)\.to|\w+Ms \/ )/i,
      // Compares what its own thread has had of a processor, of which nothing that runs beside it takes a part.
      except: ["tests/unit/linear-time/expect-linear.ts"],
    },
  "sleeps: wait for what is to come": {
    found:
      /waitForTimeout\(|setTimeout[^}]*\} from "node:timers\/promises"|new Promise[^;]*\bsetTimeout\(|waitForFunction\([^;]*\b(performance|Date)\.now/,
    // The pause between two looks, and answers that come once a browser no longer takes what they move for the shopper's doing.
    except: [
      "tests/support/wait-until.ts",
      "tests/support/find-chromium.ts",
      "tests/support/run-demo.ts",
      "tests/browser/cancel-flow-element/surroundings.test.ts",
      "tests/browser/loyalty/loyal-shopper.ts",
    ],
  },
};

const here = "tests/unit/support/no-chance.test.ts";

test.each(Object.entries(RULES))("no test %s", (_what, { found, except }) => {
  const files = globSync("tests/{unit,api,start,browser,support}/**/*.{ts,tsx}", {
    cwd: projectRoot,
  });
  expect(files.length).toBeGreaterThan(300);
  const wrong = files.filter(
    (file) =>
      file !== here &&
      !except.includes(file) &&
      found.test(readFileSync(join(projectRoot, file), "utf8")),
  );
  expect(wrong).toEqual([]);
});
