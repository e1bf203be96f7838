import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EXPORT_NAMES } from "../exports.ts";
import { LoadError } from "../load-error.ts";
import { makeCatalog, type SelectedStream, selectStreams } from "./catalog.ts";
import { parseTapConfig, type TapConfig } from "./tap-config.ts";
import { parseTapState, type TapState } from "./tap-state.ts";

export const TAP_USAGE = `Usage: npm run --silent tap -- --config FILE [--state FILE] [--catalog FILE] [--discover]

Writes the exports of the Data API as Singer messages. loaders/README.md says what the files hold.`;

export type TapCommand =
  | { readonly action: "help" }
  | { readonly action: "discover"; readonly catalog: object }
  | {
      readonly action: "sync";
      readonly config: TapConfig;
      readonly state: TapState;
      readonly streams: readonly SelectedStream[];
    };

/**
 * Reads the words after `npm run tap --` and the files that they name.
 *
 * @throws LoadError that names the file or word which is wrong.
 */
export function parseTapCommand(
  words: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): TapCommand {
  const { values } = readWords(words);
  if (values.help) return { action: "help" };
  if (values.discover) return { action: "discover", catalog: makeCatalog() };
  if (values.config === undefined) throw new LoadError("--config is missing.");
  // Older programs call the catalog --properties.
  const catalog = values.catalog ?? values.properties;
  return {
    action: "sync",
    config: parseTapConfig(readJson(values.config), environment),
    state: values.state === undefined ? { bookmarks: {} } : parseTapState(readJson(values.state)),
    streams:
      catalog === undefined
        ? EXPORT_NAMES.map((name) => ({ name, unwanted: new Set<string>() }))
        : selectStreams(readJson(catalog)),
  };
}

function readWords(words: readonly string[]) {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...words],
      options: {
        config: { ...option, short: "c" },
        state: { ...option, short: "s" },
        catalog: option,
        properties: { ...option, short: "p" },
        discover: { type: "boolean", short: "d" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new LoadError(error instanceof Error ? error.message : String(error));
  }
}

/** What the file says is not repeated in an error: it may be the key. */
function readJson(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new LoadError(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new LoadError(`${file} is not JSON.`);
  }
}
