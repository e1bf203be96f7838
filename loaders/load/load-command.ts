import { parseArgs } from "node:util";
import { parseProxyBase } from "../data-api/proxy-base.ts";
import { EXPORT_NAMES, type ExportName, isExportName } from "../exports.ts";
import { LoadError } from "../load-error.ts";

export const LOAD_USAGE = `Usage: PERENNIAL_API_KEY=… npm run load -- --from ADDRESS --into DATABASE [options]

  --from ADDRESS       https://<store>/apps/service-api/v1
  --into DATABASE      sqlite:<path>, duckdb:<path> or postgres://<address>
  --exports A,B        only these; otherwise all: ${EXPORT_NAMES.join(", ")}
  --since-date DAY     leave out rows before this day (YYYY-MM-DD), where the export can
  --full               read everything again and replace what is there

The key is read from PERENNIAL_API_KEY only: other people of the machine can read the words of a command.`;

/** What the command line asks for. */
export interface LoadCommand {
  readonly proxyBase: string;
  readonly key: string;
  readonly into: string;
  readonly exports: readonly ExportName[];
  readonly sinceDate: string | null;
  readonly isFull: boolean;
}

/**
 * Reads the words after `npm run load --`.
 *
 * @returns null when help was asked for.
 * @throws LoadError that names what is wrong or missing.
 */
export function parseLoadCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): LoadCommand | null {
  const { values } = readWords(words);
  if (values.help) return null;
  const key = environment.PERENNIAL_API_KEY?.trim();
  if (!key) throw misused("PERENNIAL_API_KEY is not set.");
  return {
    proxyBase: parseProxyBase(needed(values.from, "--from")),
    key,
    into: needed(values.into, "--into"),
    exports: parseExportNames(values.exports ?? EXPORT_NAMES.join(",")),
    sinceDate: readDate(values["since-date"]),
    isFull: values.full ?? false,
  };
}

/** @throws LoadError on a name that is none. */
function parseExportNames(text: string): ExportName[] {
  const names = new Set<ExportName>();
  for (const name of text.split(/[\s,]+/).filter(Boolean)) {
    if (!isExportName(name)) {
      throw misused(`There is no export “${name}”. There are: ${EXPORT_NAMES.join(", ")}.`);
    }
    names.add(name);
  }
  if (names.size === 0) throw misused("--exports names none.");
  return [...names];
}

function readWords(words: readonly string[]) {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        from: option,
        into: option,
        exports: option,
        "since-date": option,
        full: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error));
  }
}

function readDate(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) throw misused("--since-date takes a day as YYYY-MM-DD.");
  return text;
}

function needed(value: string | undefined, name: string): string {
  if (value === undefined || value.trim() === "") throw misused(`${name} is missing.`);
  return value;
}

function misused(problem: string): LoadError {
  return new LoadError(`${problem} "npm run load -- --help" shows how.`);
}
