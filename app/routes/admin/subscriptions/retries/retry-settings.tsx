import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { z } from "zod";
import { readDunningSettings } from "#app/domain/billing/dunning/dunning-settings.ts";
import {
  dunningVersion,
  saveDunningSettings,
} from "#app/domain/billing/dunning/save-dunning-settings.ts";
import { formAction } from "../../form-action.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { SubscriptionTabs } from "../subscription-tabs.tsx";
import { RetryEditor } from "./retry-editor.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const settings = await readDunningSettings(context.db.prisma, context.shop.id);
  return { settings, version: dunningVersion(settings) };
}

export const action = formAction(
  z.object({ version: z.string(), input: z.unknown() }),
  ({ context, input: { version, input } }) => saveDunningSettings(context, { version, input }),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function RetrySettings() {
  const { settings, version } = useLoaderData<typeof loader>();
  return (
    <Page title="Retries" subtitle="What happens after a charge has failed">
      <BlockStack gap="400">
        <SubscriptionTabs />
        <RetryEditor settings={settings} version={version} />
      </BlockStack>
    </Page>
  );
}
