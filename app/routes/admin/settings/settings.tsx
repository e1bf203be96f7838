import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Page } from "@shopify/polaris";
import { listApiKeys } from "#app/domain/api-keys/list-api-keys.ts";
import { SCOPE_MEANINGS, SCOPES } from "#app/domain/api-keys/scopes.ts";
import { readCollectionAccess } from "#app/domain/data-export/collection-access.ts";
import { readPointsIntegration } from "#app/domain/points-integration/points-integration.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { formAction } from "../form-action.ts";
import { keepWhenOffline } from "../keep-when-offline.ts";
import { openAdmin } from "../open-admin.ts";
import { revalidateUnlessRefused } from "../revalidate-unless-refused.ts";
import { AddressesCard } from "./addresses-card.tsx";
import { ChecksCard } from "./checks-card.tsx";
import { CollectionCard } from "./collection-card.tsx";
import { showCollection } from "./collection-view.ts";
import { EmailsCard } from "./emails-card.tsx";
import { interfaceAddresses } from "./interface-addresses.ts";
import { showKey } from "./keys/key-view.ts";
import { KeysCard } from "./keys/keys-card.tsx";
import { PointsCard } from "./points-card.tsx";
import { showPoints } from "./points-view.ts";
import { runSettingsAction, settingsFormSchema } from "./settings-action.ts";
import { TestClockCard } from "./test-clock-card.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { shop } = context;
  const [{ live, ended }, points, collection] = await Promise.all([
    listApiKeys(context),
    readPointsIntegration(context),
    readCollectionAccess(context.db.prisma, shop.id),
  ]);
  return {
    keys: live.map((key) => showKey(key, shop, formats)),
    endedKeys: ended.map((key) => showKey(key, shop, formats)),
    scopes: SCOPES.map((scope) => ({ scope, meaning: SCOPE_MEANINGS[scope] })),
    addresses: interfaceAddresses(
      loadContext.environment,
      shop,
      loadContext.declarations().map(({ path }) => path),
    ),
    proxyPath: shop.proxyPath,
    collection: showCollection(collection, live, shop, formats),
    points: showPoints(points, shop, formats),
    hasMailServer: context.mail.transport !== null,
    clock: shop.isDevelopment
      ? {
          now: formats.instant(context.clock.now(), shop.ianaTimezone),
          zone: shop.ianaTimezone,
          moved: shop.clockOffsetMs > 0,
        }
      : null,
  };
}

export const action = formAction(settingsFormSchema, runSettingsAction);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function Settings() {
  const {
    keys,
    endedKeys,
    scopes,
    addresses,
    proxyPath,
    collection,
    points,
    hasMailServer,
    clock,
  } = useLoaderData<typeof loader>();
  useRefresh(points !== null && !points.isRead);
  return (
    <Page title="Settings">
      <BlockStack gap="400">
        <KeysCard keys={keys} endedKeys={endedKeys} scopes={scopes} />
        <EmailsCard isSetUp={hasMailServer} />
        <ChecksCard />
        <AddressesCard addresses={addresses} proxyPath={proxyPath} />
        <CollectionCard collection={collection} />
        <PointsCard points={points} />
        {clock && <TestClockCard clock={clock} />}
      </BlockStack>
    </Page>
  );
}
