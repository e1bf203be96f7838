import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { Page } from "@shopify/polaris";
import { z } from "zod";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { readPortalSettings, savePortalActions } from "#app/domain/portal/save-portal-actions.ts";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { PortalEditor } from "./portal-editor.tsx";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const groups = await listPlanGroups(context);
  const planId = new URL(request.url).searchParams.get("plan") || null;
  const settings = await orNotFound(() =>
    readPortalSettings(context, planId === null ? null : readId(planId)),
  );
  const ofStore = await readPortalSettings(context, null);
  return {
    plans: groups.flatMap(({ name: group, plans }) =>
      plans.map(({ id, name }) => ({ value: String(id), label: `${group}: ${name}` })),
    ),
    planId,
    settings,
    storeOff: ofStore.off ?? [],
  };
}

export const action = formAction(
  z.object({
    planId: z.string().nullable(),
    version: z.string(),
    off: z.unknown(),
    withdrawal: z.unknown(),
  }),
  ({ context, input: { planId, ...edit } }) =>
    savePortalActions(context, { planId: planId === null ? null : readId(planId), ...edit }),
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function PortalSettings() {
  const data = useLoaderData<typeof loader>();
  return (
    <Page
      title="Customer portal"
      subtitle="What shoppers can change by themselves"
      backAction={{ content: "Plans", url: "/app/plans" }}
    >
      <PortalEditor key={data.planId} {...data} />
    </Page>
  );
}
