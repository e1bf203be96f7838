import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import { confirmLoyaltyFile } from "#app/domain/loyalty/files/confirm-loyalty-file.ts";
import {
  getLoyaltyFile,
  LOYALTY_LINE_CHOICES,
  listLoyaltyFileLines,
} from "#app/domain/loyalty/files/read-loyalty-files.ts";
import { DownloadButton } from "#app/ui/download-button.tsx";
import { ConfirmFileCard } from "#app/ui/files/confirm-file-card.tsx";
import { FileLinesCard } from "#app/ui/files/file-lines-card.tsx";
import { FileSummaryCard } from "#app/ui/files/file-summary-card.tsx";
import { showOutcomes } from "#app/ui/files/uploaded-file.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateOnceAnswered } from "../../revalidate-unless-refused.ts";
import { LINE_CHOICES, LINE_COLUMNS } from "./file-line-columns.tsx";
import { showLoyaltyFile, showLoyaltyFileLine } from "./loyalty-file-view.ts";

const LINES_SHOWN = 50;

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { searchParams } = new URL(request.url);
  const { file, outcomes } = await orNotFound(() =>
    getLoyaltyFile(context, addressId(params.fileId)),
  );
  const asked = LOYALTY_LINE_CHOICES.find((choice) => choice === searchParams.get("show"));
  // Problems come first: they are what the page is opened for.
  const only = asked ?? (file.problemCount > 0 ? "problems" : "all");
  const after = searchParams.get("after") ?? "";
  const afterPosition = /^\d{1,6}$/.test(after) ? Number(after) : 0;
  const limit = LINES_SHOWN + 1;
  const lines = await listLoyaltyFileLines(context, file.id, { only, afterPosition, limit });
  const shown = lines.slice(0, LINES_SHOWN);
  return {
    file: showLoyaltyFile(file, context.shop, formats),
    outcomes: showOutcomes(outcomes, formats),
    only,
    isFirstPage: afterPosition === 0,
    lines: shown.map((line) => showLoyaltyFileLine(line, formats)),
    nextAfter: lines.length > LINES_SHOWN ? (shown.at(-1)?.position ?? null) : null,
  };
}

const submissionSchema = z.object({ total: z.string().max(20), leaveOut: z.boolean() });

export const action = formAction(submissionSchema, async ({ context, params, input }) => {
  await confirmLoyaltyFile(context, { ...input, fileId: addressId(params.fileId) });
  return { outcome: "confirmed" as const };
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateOnceAnswered;

export default function LoyaltyFile() {
  const { file, outcomes, only, isFirstPage, lines, nextAfter } = useLoaderData<typeof loader>();
  useRefresh(file.state === "applying");
  return (
    <Page
      title={file.name}
      subtitle={`Uploaded ${file.at} by ${file.by}`}
      backAction={{ content: "Import", url: "/app/loyalty/files" }}
      primaryAction={
        <DownloadButton
          url={`/app/loyalty/files/${file.id}/result.csv`}
          fileName={`loyalty-file-${file.id}.csv`}
          label={file.state === "checked" ? "Download report" : "Download result"}
        />
      }
    >
      <BlockStack gap="400">
        <FileSummaryCard
          file={file}
          sums={[
            ["Adds", file.points],
            ["Lines with a tier", file.tiers > 0 ? String(file.tiers) : null],
          ]}
          confirms="the points"
          outcomes={outcomes}
        />
        {file.state === "checked" && file.ready > 0 && (
          <ConfirmFileCard
            file={file}
            asked={{ name: "the points", text: file.pointsText, field: { inputMode: "numeric" } }}
          />
        )}
        <FileLinesCard
          url={`/app/loyalty/files/${file.id}`}
          fileName={file.name}
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
