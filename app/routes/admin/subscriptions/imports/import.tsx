import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import {
  confirmActivation,
  confirmImport,
  confirmUndo,
} from "#app/domain/contract-imports/confirm-import.ts";
import {
  getImport,
  IMPORT_LINE_CHOICES,
  listImportLines,
} from "#app/domain/contract-imports/get-import.ts";
import { FileLinesCard } from "#app/ui/files/file-lines-card.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { ImportActions } from "./import-actions.tsx";
import { LINE_CHOICES, LINE_COLUMNS } from "./import-line-columns.tsx";
import { ImportSummaryCard } from "./import-summary-card.tsx";
import { isAtWork, showImport, showImportLine, showProgress } from "./import-view.ts";

const LINES_SHOWN = 50;

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const details = await orNotFound(() => getImport(context, addressId(params.importId)));
  const { row } = details;
  const asked = IMPORT_LINE_CHOICES.find((choice) => choice === searchParams.get("show"));
  // Problems come first: they are what the page is opened for.
  const hasProblems = row.state === "checked" ? Boolean(row.problemCount) : details.troubled > 0;
  const only = asked ?? (hasProblems ? "problems" : "all");
  const after = searchParams.get("after") ?? "";
  const afterPosition = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const limit = LINES_SHOWN + 1;
  const lines = await listImportLines(context, row.id, { only, afterPosition, limit });
  const shown = lines.slice(0, LINES_SHOWN);
  return {
    ofImport: showImport(row, context.shop, formats),
    progress: showProgress(details),
    only,
    isFirstPage: afterPosition === 0,
    lines: shown.map((line) => showImportLine(line, row.currency, context.shop, formats)),
    nextAfter: lines.length > LINES_SHOWN ? (shown.at(-1)?.position ?? null) : null,
  };
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("import"), leaveOut: z.boolean() }),
  z.object({ intent: z.literal("activate"), hasStopped: z.boolean() }),
  z.object({ intent: z.literal("undo") }),
]);

export const action = formAction(submissionSchema, async ({ context, params, input }) => {
  const importId = addressId(params.importId);
  if (input.intent === "import") await confirmImport(context, { ...input, importId });
  else if (input.intent === "activate") await confirmActivation(context, { ...input, importId });
  else await confirmUndo(context, importId);
  return { outcome: input.intent };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function Import() {
  const { ofImport, progress, only, isFirstPage, lines, nextAfter } =
    useLoaderData<typeof loader>();
  useRefresh(isAtWork(ofImport.state));
  return (
    <Page
      title={ofImport.name}
      subtitle={`Uploaded ${ofImport.at} by ${ofImport.by}`}
      backAction={{ content: "Imports", url: "/app/subscriptions/imports" }}
    >
      <BlockStack gap="400">
        <ImportSummaryCard ofImport={ofImport} progress={progress} />
        <ImportActions ofImport={ofImport} waiting={progress.waiting} />
        <FileLinesCard
          url={`/app/subscriptions/imports/${ofImport.id}`}
          fileName={ofImport.name}
          choices={LINE_CHOICES}
          columns={LINE_COLUMNS}
          only={only}
          lines={lines}
          isFirstPage={isFirstPage}
          nextAfter={nextAfter}
        />
      </BlockStack>
    </Page>
  );
}
