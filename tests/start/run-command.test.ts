import { expect, test } from "vitest";
import { runProgram } from "./run-command.ts";

test("a program that cannot be started is reported at once, with the reason", async () => {
  await expect(runProgram("/nowhere/program", [], {}).ended).rejects.toMatchObject({
    message: expect.stringContaining("/nowhere/program could not be started"),
    cause: { code: "ENOENT" },
  });
});

test("a program that nobody waits for and that cannot be started leaves its test alone", () => {
  expect(runProgram("/nowhere/program", [], {}).child.pid).toBeUndefined();
});
