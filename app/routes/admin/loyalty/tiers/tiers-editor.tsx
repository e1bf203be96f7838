import { BlockStack, Button, Card, Page, Select, Text } from "@shopify/polaris";
import { useRef, useState } from "react";
import type { Ladder, TierBasis } from "#app/domain/loyalty/tiers/ladder.ts";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Question } from "#app/ui/question.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { LoyaltyPreviewCard } from "../preview/loyalty-preview-card.tsx";
import { LadderCard } from "./ladder-card.tsx";
import { newTier, type TierDraft, toLadderDraft, toLadderInput } from "./ladder-draft.ts";
import { TierCard } from "./tier-card.tsx";
import { TierPreviewCard, useTierPreview } from "./tier-preview-card.tsx";

export interface TiersEditorProps {
  /** Of the tiers as they are saved; 0 where there were never any. */
  version: number;
  ladder: Pick<Ladder, "basis" | "tiers"> | null;
  /** How many customers are in a tier, by its number. */
  counts: Readonly<Record<string, number>>;
  currency: string;
  products: readonly PlanProduct[];
}

const BASES: { label: string; value: TierBasis }[] = [
  { label: "The points that they collect", value: "points" },
  { label: "What they spend", value: "spend" },
  { label: "The orders that they pay", value: "orders" },
];

const MOST_TIERS = 10;

/** Where the shopper of the preview stands. */
const STANDINGS = { none: "No tier yet", part: "The first tier", reached: "The highest tier" };

/** The store's tiers, all in one form: they are saved together. */
export function TiersEditor({ version, ladder, counts, currency, products }: TiersEditorProps) {
  const formats = useFormats();
  const amounts = { locale: formats.locale, currency };
  const editor = useEditor(toLadderDraft(ladder, amounts), String(version));
  const { draft, change, dirty } = editor;
  const [asking, setAsking] = useState<string | null>(null);
  const added = useRef(0);
  const sentKeys = useRef<string[]>([]);
  const form = useFormRequest<{ outcome: "saved" | "stale" }>(({ outcome }) => {
    setAsking(null);
    if (outcome !== "saved") return;
    editor.markSaved();
    showToast("Tiers saved");
  });
  const { input, keys } = toLadderInput(draft, amounts);
  const preview = useTierPreview(input);
  const save = (from = editor.version) => {
    sentKeys.current = keys;
    form.send({ intent: "save", version: Number(from), input });
  };
  const start = () => {
    sentKeys.current = keys;
    preview.start();
  };
  const errors = { ...preview.error?.fields, ...form.error?.fields };
  const errorOf = (key: string) => (field: string) => {
    const messages = errors[`tiers.${sentKeys.current.indexOf(key)}.${field}`];
    return messages ? { error: messages.join(" ") } : {};
  };
  const changeTier = (key: string, patch: Partial<TierDraft>) =>
    change({ tiers: draft.tiers.map((one) => (one.key === key ? { ...one, ...patch } : one)) });
  const add = () => {
    added.current += 1;
    change({ tiers: [...draft.tiers, newTier(`new ${added.current}`)] });
  };
  const lost = lostTiers(ladder, draft.tiers, counts, formats);
  return (
    <Page
      fullWidth
      title="Tiers"
      subtitle="What customers reach by what they do in a year, and what they get there"
    >
      <SaveBar
        dirty={dirty}
        saving={form.isSending}
        onSave={() => {
          form.dismissError();
          if (lost) setAsking(lost);
          else save();
        }}
        onDiscard={editor.discard}
      />
      <BlockStack gap="400">
        <LoyaltyTabs />
        {form.answer?.outcome === "stale" && (
          <StaleBanner
            what="This page"
            onDiscard={editor.discard}
            onOverrule={() => {
              editor.overrule();
              save(String(version));
            }}
          />
        )}
        <ErrorBanner title="The tiers were not saved" message={form.error?.message ?? null} />
        {draft.tiers.length === 0 && !dirty ? (
          <EmptyCard
            title="No tiers yet"
            action={
              <Button variant="primary" onClick={add}>
                Add the first tier
              </Button>
            }
          >
            A tier rewards your best customers: more points for each order, a gift when they get
            there, and perks in your own words.
          </EmptyCard>
        ) : (
          <div className="pn-split">
            <BlockStack gap="400">
              <Card>
                <Select
                  label="Customers reach a tier by"
                  options={BASES}
                  value={draft.basis}
                  onChange={(value) => {
                    const chosen = BASES.find((one) => one.value === value);
                    if (chosen) change({ basis: chosen.value });
                  }}
                  helpText={HELP[draft.basis]}
                />
              </Card>
              {draft.tiers.map((tier) => (
                <TierCard
                  key={tier.key}
                  tier={tier}
                  basis={draft.basis}
                  customers={
                    tier.id === null ? null : formats.count(counts[tier.id] ?? 0, "customer")
                  }
                  change={(patch) => changeTier(tier.key, patch)}
                  onRemove={() =>
                    change({ tiers: draft.tiers.filter(({ key }) => key !== tier.key) })
                  }
                  errorOf={errorOf(tier.key)}
                  {...{ amounts, products }}
                />
              ))}
              <div>
                <Button disabled={draft.tiers.length >= MOST_TIERS} onClick={add}>
                  Add tier
                </Button>
              </div>
            </BlockStack>
            <aside aria-label="About these tiers">
              <BlockStack gap="400">
                <LadderCard input={input} currency={currency} />
                <LoyaltyPreviewCard kind="tiers" input={input} standings={STANDINGS} />
                <TierPreviewCard preview={{ ...preview, start }} />
              </BlockStack>
            </aside>
          </div>
        )}
      </BlockStack>
      <Question
        // What is wrong stands beside the fields behind it.
        open={asking !== null && form.error === null}
        title="Save without these tiers?"
        close="Go back"
        confirm="Save tiers"
        critical
        isSending={form.isSending}
        error={null}
        onClose={() => setAsking(null)}
        onConfirm={() => save()}
      >
        <Text as="p">
          {asking} They come at once into the highest tier that they reach, without waiting for the
          review.
        </Text>
      </Question>
    </Page>
  );
}

const HELP: Readonly<Record<TierBasis, string>> = {
  points:
    "Points of rules, before they are multiplied. Those that only a tier gives count for no tier.",
  spend: "Goods after discounts, without tax and shipping, less what was paid back.",
  orders: "Orders that were paid, and not paid back.",
};

/** Who is in tiers that are saved and not in the form any more; null for nobody. */
function lostTiers(
  ladder: TiersEditorProps["ladder"],
  drafts: readonly TierDraft[],
  counts: TiersEditorProps["counts"],
  formats: ReturnType<typeof useFormats>,
): string | null {
  const gone = (ladder?.tiers ?? []).filter(
    ({ id }) => (counts[id] ?? 0) > 0 && !drafts.some((one) => one.id === id),
  );
  if (gone.length === 0) return null;
  return gone
    .map(
      ({ id, name }) =>
        `${formats.count(counts[id] ?? 0, "customer loses", "customers lose")} ${name}.`,
    )
    .join(" ");
}
