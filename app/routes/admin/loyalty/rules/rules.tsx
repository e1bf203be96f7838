import type { LoaderFunctionArgs } from "@remix-run/node";
import { type ClientActionFunctionArgs, useLoaderData } from "@remix-run/react";
import { BlockStack, Button, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import { z } from "zod";
import {
  countGiven,
  listManagedRules,
  type ManagedRule,
  MOST_GIVEN,
} from "#app/domain/loyalty/read/managed-rule.ts";
import { orderRules } from "#app/domain/loyalty/rules/order-rules.ts";
import { ruleSentence } from "#app/domain/loyalty/rules/rule-sentence.ts";
import { setRuleActive } from "#app/domain/loyalty/rules/save-rule.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { EmptyCard } from "#app/ui/empty-card.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import type { Formats } from "#app/ui/format.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { usePendingSwitches } from "../../churn/saved-switch.tsx";
import { formAction } from "../../form-action.ts";
import { readId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { moveInList } from "../../move-in-list.ts";
import { openAdmin } from "../../open-admin.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { LoyaltyTabs } from "../loyalty-tabs.tsx";
import { loyaltyWords } from "../loyalty-words.ts";
import { RuleRow, type RuleView } from "./rule-row.tsx";
import { ruleFormOf } from "./rule-types/rule-type-forms.ts";
import { RULES } from "./status-words.ts";

export async function loader({ request, context: loadContext }: LoaderFunctionArgs) {
  const { context, formats } = await openAdmin({ request, context: loadContext });
  const { db, shop } = context;
  const [rules, given, ladders] = await Promise.all([
    listManagedRules(context),
    countGiven(context),
    readLadders(db.prisma, shop.id),
  ]);
  const tierNames = new Map(ladders.at(-1)?.tiers.map(({ id, name }) => [id, name]));
  const sentenceOf = (rule: ManagedRule) =>
    ruleSentence(rule, loyaltyWords(formats, shop.currency), tierNames);
  return {
    rules: rules.map((rule) => showRule(rule, given.get(rule.id) ?? 0, sentenceOf(rule), formats)),
  };
}

function showRule(rule: ManagedRule, given: number, sentence: string, formats: Formats): RuleView {
  return {
    id: String(rule.id),
    name: rule.name,
    type: ruleFormOf(rule.type).name,
    status: rule.status,
    sentence,
    given:
      given > MOST_GIVEN
        ? `More than ${formats.count(MOST_GIVEN, "reward")} given`
        : `${formats.count(given, "reward")} given`,
  };
}

const idText = z.string().regex(/^\d{1,18}$/);

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("order"), from: z.array(idText), to: z.array(idText) }),
  z.object({ intent: z.literal("switch"), id: idText, active: z.boolean() }),
]);

export const action = formAction(submissionSchema, async ({ context, input }) => {
  switch (input.intent) {
    case "order": {
      const { outcome } = await orderRules(context, {
        from: input.from.map(BigInt),
        to: input.to.map(BigInt),
      });
      return { outcome };
    }
    case "switch":
      await setRuleActive(context, { ruleId: readId(input.id), active: input.active });
      return { outcome: "saved" as const };
  }
});

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

export const shouldRevalidate = revalidateUnlessRefused;

export default function LoyaltyRules() {
  const { rules } = useLoaderData<typeof loader>();
  const ordering = useFormRequest<{ outcome: "saved" | "stale" }>(() => {});
  const pending = usePendingSwitches();
  const [switchError, setSwitchError] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<number | null>(null);
  const shown = inPendingOrder(rules, ordering.sending?.to).map((rule) => {
    const active = pending.get(rule.id);
    return active === undefined
      ? rule
      : { ...rule, status: active ? ("active" as const) : ("inactive" as const) };
  });
  const move = (from: number, to: number) => {
    if (ordering.isSending || from === to) return;
    const ids = shown.map(({ id }) => id);
    ordering.send({ intent: "order", from: ids, to: moveInList(ids, from, to) });
    const rule = shown[from];
    if (rule) setSaid(`${rule.name}: now ${to + 1} of ${shown.length}`);
  };
  const create = (
    <Button variant="primary" url={`${RULES}/new`}>
      Create rule
    </Button>
  );
  return (
    <Page
      title="Loyalty rules"
      subtitle="What customers are rewarded for, in the order in which they are shown"
      {...(rules.length > 0 && { primaryAction: create })}
    >
      <BlockStack gap="400">
        <LoyaltyTabs />
        <ErrorBanner
          title="The change was not saved"
          message={
            ordering.error?.message ??
            (ordering.answer?.outcome === "stale"
              ? "Somebody else has changed the order meanwhile. This is theirs: move the rule again."
              : switchError)
          }
        />
        {rules.length === 0 ? (
          <EmptyCard title="No rules yet" action={create}>
            A rule says what customers are rewarded for, and with what: points for orders, a coupon
            for a birthday, credit for every fifth renewal.
          </EmptyCard>
        ) : (
          <Card padding="0">
            <ol className="pn-list" aria-label="Rules in the order of the storefront">
              {shown.map((rule, place) => (
                <RuleRow
                  key={rule.id}
                  rule={rule}
                  place={place}
                  count={shown.length}
                  dragged={dragged}
                  onDrag={setDragged}
                  onMove={move}
                  onSwitched={setSwitchError}
                />
              ))}
            </ol>
          </Card>
        )}
        <div className="pn-hidden" role="status">
          {said}
        </div>
      </BlockStack>
    </Page>
  );
}

/** The list in the order it will have once the move that is under way has been saved. */
function inPendingOrder(rules: readonly RuleView[], ids: unknown): readonly RuleView[] {
  if (!Array.isArray(ids)) return rules;
  return ids.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
}
