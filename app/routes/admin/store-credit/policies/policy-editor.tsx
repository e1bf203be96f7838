import { BlockStack, Box, Card, Text, TextField } from "@shopify/polaris";
import type { PlanPolicy } from "#app/domain/store-credit/policies/plan-policy.ts";
import { formatMinor } from "#app/lib/money.ts";
import { typeAmount } from "#app/lib/typed-amount.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { ResponsiveTable, type TableColumn } from "#app/ui/responsive-table.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { Switch } from "#app/ui/switch.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";

interface PolicyDraft {
  /** As it is typed. */
  amount: string;
  months: string;
  forfeits: boolean;
}
type Drafts = Record<string, PolicyDraft>;

function toDrafts(policies: readonly PlanPolicy[], currency: string, locale: string): Drafts {
  return Object.fromEntries(
    policies.map(({ planId, amountMinor, expiryMonths, forfeitOnCancel }) => [
      planId,
      {
        amount: amountMinor === null ? "" : typeAmount(formatMinor(amountMinor, currency), locale),
        months: String(expiryMonths ?? ""),
        forfeits: forfeitOnCancel,
      },
    ]),
  );
}

/** Only the changed plans, so somebody else's change of another plan is kept. */
function toInput(drafts: Drafts, saved: Drafts) {
  const changed = Object.entries(drafts).filter(
    ([planId, draft]) => JSON.stringify(draft) !== JSON.stringify(saved[planId]),
  );
  return {
    policies: changed.map(([planId, { amount, months, forfeits }]) => ({
      planId,
      amount,
      // What is no number goes as it is, and is refused for that.
      expiryMonths:
        months.trim() === "" ? null : /^\d+$/.test(months.trim()) ? Number(months) : months,
      forfeitOnCancel: forfeits,
    })),
  };
}

/** The policies of all plans, saved together. */
export function PolicyEditor({
  policies,
  currency,
}: {
  policies: readonly PlanPolicy[];
  currency: string;
}) {
  const { locale } = useFormats();
  const saved = toDrafts(policies, currency, locale);
  const { draft, dirty, change, discard, markSaved } = useEditor(saved, JSON.stringify(saved));
  const form = useFormRequest<{ outcome: "saved" }>(() => {
    markSaved();
    showToast("Policies saved");
  });
  const error = dirty ? form.error : null;
  const edit = (planId: string, patch: Partial<PolicyDraft>) => {
    const before = draft[planId] ?? { amount: "", months: "", forfeits: false };
    change({ [planId]: { ...before, ...patch } });
  };
  return (
    <BlockStack gap="400">
      <SaveBar
        dirty={dirty}
        saving={form.isSending}
        onSave={() => form.send(toInput(draft, saved))}
        onDiscard={discard}
      />
      <ErrorBanner title="The policies were not saved" message={error?.message ?? null} />
      <Card padding="0">
        <ResponsiveTable
          caption="Policies of credit by plan"
          rows={policies}
          rowKey={({ planId }) => planId}
          columns={columnsOf(draft, edit, error?.fields ?? {}, currency)}
        />
      </Card>
      <Box paddingInline={{ xs: "400", sm: "0" }}>
        <BlockStack gap="100">
          <Text as="p" tone="subdued">
            Each paid charge of a membership gives its credit once, from orders placed after it was
            set, for the share that was paid with money: what store credit paid gives none. A refund
            of the membership takes back its share of what is left of it; a cancellation or a
            chargeback takes all of it.
          </Text>
          <Text as="p" tone="subdued">
            Months count from the day credit is given until the same day of the month, end of day.
            Credit that was given before keeps its date.
          </Text>
          <Text as="p" tone="subdued">
            Forfeiting takes what is left of the credit this plan gave when the customer's last
            contract of it ends. The customer's history says why.
          </Text>
        </BlockStack>
      </Box>
    </BlockStack>
  );
}

function columnsOf(
  drafts: Drafts,
  edit: (planId: string, patch: Partial<PolicyDraft>) => void,
  errors: Record<string, string[]>,
  currency: string,
): TableColumn<PlanPolicy>[] {
  return [
    {
      title: "Plan",
      leads: true,
      cell: ({ planName, groupName }) => (
        <BlockStack>
          <Text as="span" fontWeight="semibold">
            {planName}
          </Text>
          <Text as="span" tone="subdued" variant="bodySm">
            {groupName}
          </Text>
        </BlockStack>
      ),
    },
    { title: "Members", atEnd: true, cell: ({ memberCount }) => memberCount },
    {
      title: "Credit with each charge",
      cell: ({ planId, planName, kind }) =>
        kind === "product" ? (
          "–"
        ) : (
          <div className="pn-amount">
            <TextField
              label={`Credit that each charge of ${planName} gives`}
              labelHidden
              autoComplete="off"
              inputMode="decimal"
              placeholder="None"
              suffix={currency}
              value={drafts[planId]?.amount ?? ""}
              onChange={(amount) => edit(planId, { amount })}
              error={errors[`${planId}.amount`]?.join(" ") ?? false}
            />
          </div>
        ),
    },
    {
      title: "Credit lasts",
      cell: ({ planId, planName }) => (
        <div className="pn-months">
          <TextField
            label={`Months that credit of ${planName} lasts`}
            labelHidden
            autoComplete="off"
            inputMode="numeric"
            placeholder="No expiry"
            suffix="months"
            value={drafts[planId]?.months ?? ""}
            onChange={(months) => edit(planId, { months })}
            {...(errors[planId] && { error: errors[planId].join(" ") })}
          />
        </div>
      ),
    },
    {
      title: "Forfeit at the end",
      cell: ({ planId, planName }) => (
        <Switch
          label={`Forfeit credit of ${planName} when the contract ends`}
          checked={drafts[planId]?.forfeits ?? false}
          onChange={(forfeits) => edit(planId, { forfeits })}
        />
      ),
    },
  ];
}
