import { useNavigate } from "@remix-run/react";
import {
  Badge,
  BlockStack,
  Button,
  Card,
  Checkbox,
  FormLayout,
  Page,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import type { PlanProduct } from "#app/domain/plans/search-products.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { Question } from "#app/ui/question.tsx";
import { SaveBar } from "#app/ui/save-bar.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { StaleBanner } from "#app/ui/stale-banner.tsx";
import { useEditor } from "#app/ui/use-editor.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { CountField } from "../fields/typed-field.tsx";
import { LoyaltyPreviewCard } from "../preview/loyalty-preview-card.tsx";
import { RewardFields } from "../rules/reward-fields.tsx";
import {
  type EditedPointReward,
  POINT_REWARDS,
  type PointRewardDraft,
  toPointRewardDraft,
  toPointRewardInput,
} from "./point-reward-draft.ts";

/** What the shopper of the preview has. */
const STANDINGS = { none: "No points", part: "Too few points", reached: "Enough points" };

type Answer = { outcome: "saved" | "stale" | "archived" } | { outcome: "created"; id: string };

/** The editor of one thing that points can be redeemed for, with what shoppers see of it beside. */
export function PointRewardEditor({
  saved,
  currency,
  products,
}: {
  /** Null for a new one. */
  saved: EditedPointReward | null;
  currency: string;
  products: readonly PlanProduct[];
}) {
  const navigate = useNavigate();
  const amounts = { locale: useFormats().locale, currency };
  const editor = useEditor(toPointRewardDraft(saved, amounts), saved?.version ?? "new");
  const [archiving, setArchiving] = useState(false);
  const { draft, change, dirty } = editor;
  const { answer, error, errorOf, isSending, send } = useFormRequest<Answer>((done) => {
    if (done.outcome === "saved" || done.outcome === "created") {
      editor.markSaved();
      showToast("Reward saved");
    }
    if (done.outcome === "created") navigate(`${POINT_REWARDS}/${done.id}`, { replace: true });
    if (done.outcome === "archived") {
      showToast("Reward archived");
      navigate(POINT_REWARDS);
    }
  });
  const input = toPointRewardInput(draft, amounts);
  const save = (version = editor.version) => send({ intent: "save", version, input });
  return (
    <Page
      fullWidth
      title={saved?.name ?? "New reward for points"}
      backAction={{ content: "Rewards for points", url: POINT_REWARDS }}
      {...(saved && {
        titleMetadata: (
          <Badge {...(saved.isActive && { tone: "success" as const })}>
            {saved.isActive ? "Offered" : "Off"}
          </Badge>
        ),
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
              what="This reward"
              onDiscard={editor.discard}
              onOverrule={() => {
                editor.overrule();
                save(saved?.version);
              }}
            />
          )}
          <ErrorBanner
            title="The reward was not saved"
            message={archiving ? null : (error?.message ?? null)}
          />
          <Card>
            <FormLayout>
              <TextField
                label="Name"
                value={draft.name}
                onChange={(name) => change({ name })}
                autoComplete="off"
                maxLength={80}
                showCharacterCount
                helpText="Shoppers choose it by this name."
                {...errorOf("name")}
              />
              <FormLayout.Group>
                <CountField
                  label="Costs"
                  suffix="points"
                  value={draft.points}
                  onChange={(points) => change({ points })}
                  said={errorOf("points")}
                />
                <CountField
                  label="Times per customer"
                  value={draft.perCustomer}
                  onChange={(perCustomer) => change({ perCustomer })}
                  said={errorOf("perCustomer")}
                  helpText="Leave blank for no limit."
                />
              </FormLayout.Group>
              <Checkbox
                label="Customers can choose it now"
                checked={draft.isActive}
                onChange={(isActive) => change({ isActive })}
              />
            </FormLayout>
          </Card>
          <Card>
            <RewardFields
              legend="What the customer gets"
              draft={draft.reward}
              change={(patch) => change({ reward: { ...draft.reward, ...patch } })}
              error={errorOf("reward_type").error}
              givesPoints={false}
              {...{ errorOf, amounts, products }}
            />
          </Card>
        </BlockStack>
        <aside aria-label="About this reward">
          <LoyaltyPreviewCard
            kind="point_reward"
            input={{ ...input, name: input.name.trim() || "Reward" }}
            standings={STANDINGS}
            note={noteOf(draft)}
          />
        </aside>
      </div>
      <Question
        open={archiving}
        title={`Archive “${saved?.name ?? ""}”?`}
        close="Keep reward"
        confirm="Archive reward"
        critical
        isSending={isSending}
        error={archiving ? (error?.message ?? null) : null}
        onClose={() => setArchiving(false)}
        onConfirm={() => send({ intent: "archive" })}
      >
        <Text as="p">
          Nobody can choose it any more. Who has chosen it keeps what they got. It cannot be brought
          back.
        </Text>
      </Question>
    </Page>
  );
}

function noteOf({ isActive, name }: PointRewardDraft): string {
  return [
    ...(isActive ? [] : ["Shoppers see it once they can choose it."]),
    ...(name.trim() === "" ? ["It has no name yet."] : []),
  ].join(" ");
}
