import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Card, Page, Select, Text, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ManagedPlanGroup } from "#app/domain/plans/managed-plan-group.ts";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import { moveInList } from "../move-in-list.ts";
import { describePlan } from "./describe-plan.ts";
import { moveButtonId, PlanFields } from "./plan-fields.tsx";
import {
  BLANK_PLAN,
  type PlanDraft,
  toPlanGroupDraft,
  toPlanGroupInput,
  toTerms,
} from "./plan-group-draft.ts";
import { ProductPicker } from "./product-picker.tsx";
import { type SubscriberPrice, SubscriberPrices } from "./subscriber-prices.tsx";

type PlanGroupAnswer =
  | { outcome: "saved" | "stale" | "deleted" }
  | { outcome: "plans_saved"; message: string }
  | { outcome: "created"; groupId: string };

const KINDS = [
  { label: "Product subscription", value: "product" },
  { label: "Membership", value: "membership" },
];

const MAX_PLANS = 31;

interface PlanGroupEditorProps {
  group: ManagedPlanGroup | null;
  currency: string;
  /** Those that the group is offered with now. */
  productIds: number[];
  products: PlanProduct[];
  subscriberPrices: SubscriberPrice[];
}

/** The editor of a plan group: its plans, what shoppers see of them, and its products. */
export function PlanGroupEditor(props: PlanGroupEditorProps) {
  const { group, currency, productIds, products, subscriberPrices } = props;
  const navigate = useNavigate();
  const formats = useFormats();
  const amounts = { locale: formats.locale, currency };
  const key = useRequestKey();
  const editor = useEditor(toPlanGroupDraft(group, productIds, amounts), group?.version ?? "new");
  const { draft, change, dirty } = editor;
  const [known, setKnown] = useState(products);
  const [deleting, setDeleting] = useState(false);
  const { answer, error, errorOf, isSending, send } = useFormRequest<PlanGroupAnswer>((saved) => {
    if (saved.outcome === "saved" || saved.outcome === "created") {
      key.renew();
      editor.markSaved();
      showToast("Plans saved");
    }
    // The plans' new version is ours.
    if (saved.outcome === "plans_saved") editor.overrule();
    if (saved.outcome === "deleted") {
      showToast("Plan group deleted");
      navigate("/app/plans");
    }
    if (saved.outcome === "created") navigate(`/app/plans/${saved.groupId}`, { replace: true });
  });
  const save = (version = editor.version) =>
    send({
      intent: "save",
      key: key.current(),
      version,
      input: toPlanGroupInput(draft, amounts),
      add: draft.productIds.filter((id) => !productIds.includes(id)),
      remove: productIds.filter((id) => !draft.productIds.includes(id)),
    });
  const changePlan = (index: number, patch: Partial<PlanDraft>) =>
    change({ plans: draft.plans.map((plan, at) => (at === index ? { ...plan, ...patch } : plan)) });
  const [moved, setMoved] = useState<{ from: number; to: number } | null>(null);
  const movePlan = (from: number, to: number) => {
    change({ plans: moveInList(draft.plans, from, to) });
    setMoved({ from, to });
  };
  useEffect(() => {
    if (moved) focusMovedPlan(moved);
  }, [moved]);
  const [first] = draft.productIds;
  const priceMinor = known.find(({ productId }) => productId === first)?.priceMinor ?? null;
  const previewOf = (plan: PlanDraft) => {
    const terms = toTerms(plan, draft.kind, amounts);
    return terms && describePlan(terms, priceMinor, { kind: draft.kind, currency, formats });
  };
  return (
    <Page
      title={group?.name ?? "New plan group"}
      backAction={{ content: "Plans", url: "/app/plans" }}
      {...(group && {
        secondaryActions: (
          <Button tone="critical" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        ),
      })}
    >
      <SaveBar
        dirty={dirty && answer?.outcome !== "deleted"}
        saving={isSending}
        onSave={() => save()}
        onDiscard={editor.discard}
      />
      <BlockStack gap="400">
        {answer?.outcome === "stale" && (
          <StaleBanner
            what="This plan group"
            onDiscard={editor.discard}
            onOverrule={() => {
              editor.overrule();
              save(group?.version);
            }}
          />
        )}
        <ErrorBanner title="The plans were not saved" message={error?.message ?? null} />
        <ErrorBanner
          title="The plans were saved, but not the choice of products"
          message={answer?.outcome === "plans_saved" ? answer.message : null}
        />
        <Card>
          <BlockStack gap="400">
            <TextField
              label="Group name"
              value={draft.name}
              onChange={(name) => change({ name })}
              autoComplete="off"
              maxLength={255}
              helpText="Shown to shoppers above the choice of plans, for example “Subscribe and save”."
              {...errorOf("name")}
            />
            <Select
              label="Kind"
              options={KINDS}
              value={draft.kind}
              disabled={group !== null}
              onChange={(kind) => change({ kind: kind as "membership" | "product" })}
              {...errorOf("kind")}
            />
            {draft.kind === "membership" && (
              <TextField
                label="Customer tag"
                value={draft.customerTag}
                onChange={(customerTag) => change({ customerTag })}
                autoComplete="off"
                maxLength={255}
                helpText="Members have this tag on Shopify until the end of what they paid for. Leave blank for no tag."
                {...errorOf("customerTag")}
              />
            )}
          </BlockStack>
        </Card>
        {draft.plans.map((plan, index) => (
          <PlanFields
            // biome-ignore lint/suspicious/noArrayIndexKey: new plans have no id, and all fields are controlled.
            key={index}
            plan={plan}
            index={index}
            count={draft.plans.length}
            onMove={(to) => movePlan(index, to)}
            change={(patch) => changePlan(index, patch)}
            onRemove={
              draft.plans.length === 1
                ? null
                : () => change({ plans: draft.plans.filter((_, at) => at !== index) })
            }
            errors={error?.fields ?? {}}
            kind={draft.kind}
            currency={currency}
            preview={previewOf(plan)}
          />
        ))}
        {draft.plans.length < MAX_PLANS && (
          <Button onClick={() => change({ plans: [...draft.plans, BLANK_PLAN] })}>Add plan</Button>
        )}
        <ProductPicker
          products={products}
          chosen={draft.productIds}
          onChange={(chosen, shown) => {
            setKnown((before) => [...before, ...shown]);
            change({ productIds: chosen });
          }}
          error={errorOf("productIds").error ?? null}
        />
        <SubscriberPrices plans={subscriberPrices} />
      </BlockStack>
      <Dialog
        open={deleting}
        title={`Delete “${group?.name ?? ""}”?`}
        onClose={() => setDeleting(false)}
        actions={
          <>
            <Button onClick={() => setDeleting(false)}>Keep plans</Button>
            <Button
              variant="primary"
              tone="critical"
              loading={isSending}
              onClick={() => {
                setDeleting(false);
                send({ intent: "delete" });
              }}
            >
              Delete plan group
            </Button>
          </>
        }
      >
        <Text as="p">
          Shoppers can no longer choose its plans. Subscriptions that were bought with them go on.
        </Text>
      </Dialog>
    </Page>
  );
}

/** The focus goes with the plan: on the same button, or at the end of the list on the other one. */
function focusMovedPlan({ from, to }: { from: number; to: number }): void {
  const ways = to < from ? (["up", "down"] as const) : (["down", "up"] as const);
  const buttons = ways.map((way) => document.getElementById(moveButtonId(to, way)));
  buttons.find((button) => button?.getAttribute("aria-disabled") !== "true")?.focus();
}
