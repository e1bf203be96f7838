import { useNavigate } from "@remix-run/react";
import { BlockStack, Box, Card, Checkbox, Select, Text } from "@shopify/polaris";
import type { PortalSettings } from "#app/domain/portal/save-portal-actions.ts";
import { PORTAL_ACTIONS, type PortalAction } from "#app/domain/shops/portal-actions.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { toTyped, WithdrawalCard } from "./withdrawal-card.tsx";

const ACTIONS: Record<PortalAction, { label: string; helpText: string }> = {
  skip: { label: "Skip a charge", helpText: "Leave out the next one." },
  move: { label: "Move a charge", helpText: "To another day within a year." },
  charge_now: { label: "Charge now", helpText: "Bring the next charge forward to today." },
  pause: {
    label: "Pause",
    helpText: "For up to three charges, or until a day. Who has paused can always resume.",
  },
  frequency: { label: "Change how often", helpText: "To another plan of the same group." },
  quantity: { label: "Change quantities", helpText: "Of the products that are delivered." },
  variant: { label: "Change variants", helpText: "To another variant of the same product." },
  address: { label: "Change the address", helpText: "Where it is delivered." },
  renewal_credit: {
    label: "Use store credit for renewals",
    helpText: "A choice that holds for all of a customer's subscriptions.",
  },
  reactivate: {
    label: "Start again what was canceled",
    helpText: "At the price that it had, with the same payment method.",
  },
};

export interface PortalEditorProps {
  plans: { value: string; label: string }[];
  /** Null for all plans that have no choice of their own. */
  planId: string | null;
  settings: PortalSettings;
  storeOff: PortalAction[];
}

/** What shoppers may change by themselves, for all plans or for one. */
export function PortalEditor({ plans, planId, settings, storeOff }: PortalEditorProps) {
  const navigate = useNavigate();
  const editor = useEditor(
    { off: settings.off, withdrawal: settings.withdrawal && toTyped(settings.withdrawal) },
    settings.version,
  );
  const { draft, change, dirty } = editor;
  const { answer, error, isSending, send } = useFormRequest<{ outcome: "saved" | "stale" }>(
    ({ outcome }) => {
      if (outcome !== "saved") return;
      editor.markSaved();
      showToast("Customer portal saved");
    },
  );
  const save = (version = editor.version) =>
    send({
      ...{ planId, version, off: draft.off },
      withdrawal: draft.withdrawal && {
        isOn: draft.withdrawal.isOn,
        days: Number(draft.withdrawal.days),
      },
    });
  const off = draft.off ?? storeOff;
  const toggle = (action: PortalAction, isOn: boolean) =>
    change({
      off: PORTAL_ACTIONS.filter((each) => (each === action ? !isOn : off.includes(each))),
    });
  return (
    <BlockStack gap="400">
      <SaveBar dirty={dirty} saving={isSending} onSave={() => save()} onDiscard={editor.discard} />
      {dirty && answer?.outcome === "stale" && (
        <StaleBanner
          what="This page"
          onDiscard={editor.discard}
          onOverrule={() => {
            editor.overrule();
            save(settings.version);
          }}
        />
      )}
      <ErrorBanner title="The portal was not saved" message={error?.message ?? null} />
      <Card>
        <BlockStack gap="400">
          <Select
            label="Plan"
            options={[{ value: "", label: "All plans" }, ...plans]}
            value={planId ?? ""}
            onChange={(value) =>
              navigate(value ? `/app/plans/portal?plan=${value}` : "/app/plans/portal")
            }
            disabled={dirty}
            {...(dirty && { helpText: "Save or discard your changes to choose another plan." })}
          />
          {planId !== null && (
            <Checkbox
              label="Same as all plans"
              checked={draft.off === null}
              onChange={(isSame) => change({ off: isSame ? null : storeOff })}
            />
          )}
        </BlockStack>
      </Card>
      <Card>
        <BlockStack gap="400">
          <Text as="h2" variant="headingMd">
            Shoppers can
          </Text>
          <BlockStack gap="200">
            {PORTAL_ACTIONS.map((action) => (
              <Checkbox
                key={action}
                {...ACTIONS[action]}
                checked={!off.includes(action)}
                disabled={draft.off === null}
                onChange={(isOn) => toggle(action, isOn)}
              />
            ))}
          </BlockStack>
        </BlockStack>
      </Card>
      {draft.withdrawal && (
        <WithdrawalCard
          withdrawal={draft.withdrawal}
          error={error?.fields?.["withdrawal.days"]?.[0]}
          onChange={(withdrawal) => change({ withdrawal })}
        />
      )}
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <Text as="p" tone="subdued">
          Shoppers can always cancel, see their charges and change their payment method. You can
          make every change for them on the page of their subscription.
        </Text>
      </Box>
    </BlockStack>
  );
}
