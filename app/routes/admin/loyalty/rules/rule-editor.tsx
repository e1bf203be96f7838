import { useNavigate } from "@remix-run/react";
import { Badge, BlockStack, Button, Page, Text } from "@shopify/polaris";
import { useState } from "react";
import type { RuleType } from "#app/domain/loyalty/rules/rule-types.ts";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Question } from "#app/ui/question.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import type { TierChoice } from "../fields/tiers-field.tsx";
import { DryRunCard } from "./dry-run/dry-run-card.tsx";
import { useDryRun } from "./dry-run/use-dry-run.ts";
import { type EditedRule, toRuleDraft, toRuleInput } from "./rule-draft.ts";
import { RuleForm } from "./rule-form.tsx";
import { RulePreview } from "./rule-preview.tsx";
import type { PlanGroupChoice } from "./rule-types/rule-type-form.ts";
import { ruleFormOf } from "./rule-types/rule-type-forms.ts";
import { SentenceCard } from "./sentence-card.tsx";
import { RULES, STATUS_WORDS } from "./status-words.ts";

type RuleAnswer =
  | { outcome: "saved" | "stale" | "archived" }
  | { outcome: "created"; ruleId: string };

export interface RuleEditorProps {
  type: RuleType;
  /** Null for a new one. */
  rule: EditedRule | null;
  currency: string;
  /** In the store's zone. */
  today: string;
  plans: readonly PlanGroupChoice[];
  products: readonly PlanProduct[];
  tiers: readonly TierChoice[];
}

/** The editor of one rule, with its sentence, what shoppers see of it and its dry run beside. */
export function RuleEditor(props: RuleEditorProps) {
  const { type, rule, currency, today, plans, products, tiers } = props;
  const navigate = useNavigate();
  const amounts = { locale: useFormats().locale, currency };
  const editor = useEditor(toRuleDraft(type, rule, amounts, today), rule?.version ?? "new");
  const [archiving, setArchiving] = useState(false);
  const { draft, dirty } = editor;
  const { answer, error, isSending, send } = useFormRequest<RuleAnswer>((saved) => {
    if (saved.outcome === "saved" || saved.outcome === "created") {
      editor.markSaved();
      showToast("Rule saved");
    }
    if (saved.outcome === "created") navigate(`${RULES}/${saved.ruleId}`, { replace: true });
    if (saved.outcome === "archived") {
      showToast("Rule archived");
      navigate(RULES);
    }
  });
  const input = toRuleInput(type, draft, amounts);
  const dryRun = useDryRun(input);
  const save = (version = editor.version) => send({ intent: "save", version, input });
  const words = rule && STATUS_WORDS[rule.status];
  return (
    <Page
      fullWidth
      title={rule?.name ?? `New rule: ${ruleFormOf(type).name}`}
      backAction={{ content: "Rules", url: RULES }}
      titleMetadata={
        words && <Badge {...(words.tone && { tone: words.tone })}>{words.label}</Badge>
      }
      {...(rule && {
        secondaryActions: (
          <Button tone="critical" onClick={() => setArchiving(true)}>
            Archive
          </Button>
        ),
      })}
    >
      <SaveBar
        dirty={dirty && answer?.outcome !== "archived"}
        saving={isSending}
        onSave={() => save()}
        onDiscard={editor.discard}
      />
      <div className="pn-split">
        <BlockStack gap="400">
          {answer?.outcome === "stale" && (
            <StaleBanner
              what="This rule"
              onDiscard={editor.discard}
              onOverrule={() => {
                editor.overrule();
                save(rule?.version);
              }}
            />
          )}
          <ErrorBanner title="The rule was not saved" message={error?.message ?? null} />
          <RuleForm
            {...{ type, draft, amounts, plans, products, tiers }}
            change={editor.change}
            errors={{ ...dryRun.error?.fields, ...error?.fields }}
            mayBeDraft={rule === null || rule.status === "draft"}
          />
        </BlockStack>
        <aside aria-label="About this rule">
          <BlockStack gap="400">
            <SentenceCard {...{ type, draft, amounts, tiers }} />
            <RulePreview {...{ type, draft, amounts, today }} />
            <DryRunCard dryRun={dryRun} />
          </BlockStack>
        </aside>
      </div>
      <Question
        open={archiving}
        title={`Archive “${rule?.name ?? ""}”?`}
        close="Keep rule"
        confirm="Archive rule"
        critical
        isSending={isSending}
        error={archiving ? (error?.message ?? null) : null}
        onClose={() => setArchiving(false)}
        onConfirm={() => send({ intent: "archive" })}
      >
        <Text as="p">
          It leaves every list and counts nothing from now on. What it has given stays. It cannot be
          brought back.
        </Text>
      </Question>
    </Page>
  );
}
