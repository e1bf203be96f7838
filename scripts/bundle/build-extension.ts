import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { projectRoot } from "#scripts/files/project-root.ts";
import { writeFileAtomically } from "#scripts/files/write-file-atomically.ts";
import { runCommand } from "#scripts/process/run-command.ts";
import { UserFacingError } from "#scripts/process/user-facing-error.ts";

const sources = join(projectRoot, "storefront");
const extensions = join(projectRoot, "extensions");
const assets = join(extensions, "storefront", "assets");

/** The one module of the admin extension, and the source that it is made from. */
const adminModule = {
  path: join(extensions, "purchase-options", "module", "purchase-options.js"),
  source: join(extensions, "purchase-options", "src", "purchase-options.ts"),
};

/** The theme extension's assets, by name, each with the source that it is made from. */
const entryPoints: Record<string, string> = {
  "cancel-flow.js": "cancel-flow/cancel-flow-element.ts",
  "cancel-dialog.js": "cancel-flow/cancel-dialog.ts",
  "cancel-flow-preview.js": "cancel-flow/cancel-flow-preview.ts",
  "cancel-mode.js": "cancel-flow/cancel-mode.ts",
  "membership.css": "cancel-flow/membership.css",
  "portal.js": "portal/portal-element.ts",
  "portal-forms.js": "portal/portal-forms.ts",
  "portal-plans.js": "portal/portal-plans.ts",
  "portal.css": "portal/portal.css",
  "store-credit.js": "store-credit/store-credit-element.ts",
  "cart-credit.js": "store-credit/cart-credit-element.ts",
  "credit-history.js": "store-credit/credit-history.ts",
  "store-credit.css": "store-credit/store-credit.css",
  "loyalty-points.js": "loyalty/points-element.ts",
  "loyalty-coupons.js": "loyalty/coupons-element.ts",
  "loyalty-birthday.js": "loyalty/birthday-element.ts",
  "loyalty-referral.js": "loyalty/referral-element.ts",
  "loyalty-receipt.js": "loyalty/receipt-element.ts",
  "loyalty-history.js": "loyalty/history-element.ts",
  "loyalty-upload.js": "loyalty/upload.ts",
  "referral-friend.js": "loyalty/referral-friend.ts",
  "loyalty-tiers.js": "loyalty/tiers-element.ts",
  "loyalty-redeem.js": "loyalty/redeem-points.ts",
  ...Object.fromEntries(
    ["loyalty", "portal"].flatMap((part) =>
      ["en", "de", "fr", "es", "ja"].map((language) => [
        `${part}-words-${language}.js`,
        `${part}/words/${language}.ts`,
      ]),
    ),
  ),
  "points-to-earn.js": "loyalty/points-to-earn.ts",
  "loyalty.css": "loyalty/loyalty.css",
  "points-to-earn.css": "loyalty/points-to-earn.css",
};

/** Those that a script imports when it needs them. */
const isModule = (name: string) =>
  /^(cancel-dialog|credit-history|loyalty-history|loyalty-redeem|loyalty-upload|portal|portal-forms|portal-plans|(loyalty|portal)-words-..)\.js$/.test(
    name,
  );

/** Makes every asset of the theme extension in memory: the same sources give the same bytes on every machine. */
export async function buildExtensionAssets(): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  for (const [name, source] of Object.entries(entryPoints)) {
    made.set(name, await bundle(join(sources, source), isModule(name) ? "esm" : "iife"));
  }
  return made;
}

/** Makes the admin extension's module in memory. */
export function buildAdminModule(): Promise<string> {
  return bundle(adminModule.source, "esm");
}

/** Names of the files that are missing, or not what their sources give. */
export async function staleExtensionAssets(): Promise<string[]> {
  return [...(await buildAll())]
    .filter(([path, content]) => !existsSync(path) || readFileSync(path, "utf8") !== content)
    .map(([path]) => basename(path));
}

/** All that is made, by its path. */
async function buildAll(): Promise<Map<string, string>> {
  const made = new Map([[adminModule.path, await buildAdminModule()]]);
  for (const [name, content] of await buildExtensionAssets()) made.set(join(assets, name), content);
  return made;
}

async function bundle(source: string, format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: projectRoot,
    entryPoints: [source],
    bundle: true,
    minify: true,
    write: false,
    format,
    charset: "utf8",
    target: ["es2022", "chrome111", "safari16.4", "firefox128"],
    legalComments: "none",
    logLevel: "silent",
    tsconfigRaw: {},
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${source} gave no output`);
  return file.text;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  if (values.check) {
    const stale = await staleExtensionAssets();
    if (stale.length > 0) {
      throw new UserFacingError(
        `Not what their sources give: ${stale.join(", ")}. Run node scripts/bundle/build-extension.ts.`,
      );
    }
    return;
  }
  for (const [path, content] of await buildAll()) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileAtomically(path, content, 0o644);
  }
}

if (import.meta.main) await runCommand(main);
