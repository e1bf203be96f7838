import type { LoaderFunctionArgs } from "@remix-run/node";
import {
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
  useLoaderData,
} from "@remix-run/react";
import { z } from "zod";
import type { ShopContext } from "#app/domain/context.ts";
import { startDryRun } from "#app/domain/loyalty/dry-run/start-dry-run.ts";
import { getManagedRule } from "#app/domain/loyalty/read/managed-rule.ts";
import { archiveRule, createRule, saveRule } from "#app/domain/loyalty/rules/save-rule.ts";
import { readLadders } from "#app/domain/loyalty/tiers/read-ladders.ts";
import { listPlanGroups } from "#app/domain/plans/managed-plan-group.ts";
import { searchProducts } from "#app/domain/plans/search-products.ts";
import { formatDate } from "#app/lib/zoned-time.ts";
import { formAction } from "../../form-action.ts";
import { addressId } from "../../input/read-id.ts";
import { keepWhenOffline } from "../../keep-when-offline.ts";
import { openAdmin } from "../../open-admin.ts";
import { orNotFound } from "../../or-not-found.ts";
import { revalidateUnlessRefused } from "../../revalidate-unless-refused.ts";
import { RuleChooser } from "./rule-chooser.tsx";
import { RuleEditor } from "./rule-editor.tsx";
import type { PlanGroupChoice } from "./rule-types/rule-type-form.ts";
import { ruleTypeNamed } from "./rule-types/rule-type-forms.ts";

const NEW = "new";

export async function loader({ request, params, context: loadContext }: LoaderFunctionArgs) {
  const { context } = await openAdmin({ request, context: loadContext });
  const { clock, shop } = context;
  const isNew = params.ruleId === NEW;
  const rule = isNew
    ? null
    : await orNotFound(() => getManagedRule(context, addressId(params.ruleId)));
  const type = rule?.type ?? ruleTypeNamed(new URL(request.url).searchParams.get("type"));
  if (type === null) return { type };
  const [plans, products, ladders] = await Promise.all([
    plansOf(context),
    searchProducts(context, ""),
    readLadders(context.db.prisma, shop.id),
  ]);
  return {
    ...{ type, plans, products, currency: shop.currency },
    tiers: ladders.at(-1)?.tiers.map(({ id, name }) => ({ id, name })) ?? [],
    rule: rule && { ...rule, id: String(rule.id) },
    today: formatDate(clock.now(), shop.ianaTimezone),
  };
}

async function plansOf(context: ShopContext): Promise<PlanGroupChoice[]> {
  const groups = await listPlanGroups(context);
  return groups.map(({ id, name, kind, plans }) => ({
    ...{ id: String(id), name, kind },
    plans: plans.map((plan) => ({ id: String(plan.id), name: plan.name })),
  }));
}

const submissionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), version: z.string(), input: z.unknown() }),
  z.object({ intent: z.literal("archive") }),
  z.object({
    intent: z.literal("dry-run"),
    key: z.uuid(),
    input: z.record(z.string(), z.unknown()),
  }),
]);

export const action = formAction(
  submissionSchema,
  async ({ context, params, input: submission }) => {
    if (submission.intent === "dry-run") {
      // A rule can be tried before it has a name.
      const input = { ...submission.input, name: "Dry run", status: "draft" };
      const runId = await startDryRun(context, { key: submission.key, input });
      return { outcome: "started" as const, runId: String(runId) };
    }
    if (submission.intent === "archive") {
      await archiveRule(context, addressId(params.ruleId));
      return { outcome: "archived" as const };
    }
    const { input, version } = submission;
    if (params.ruleId === NEW) {
      const { id } = await createRule(context, input);
      return { outcome: "created" as const, ruleId: String(id) };
    }
    const { outcome } = await saveRule(context, {
      ruleId: addressId(params.ruleId),
      version,
      input,
    });
    return { outcome };
  },
);

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  keepWhenOffline(() => serverAction<typeof action>());

/** A dry run changes nothing, and a rule that was just archived cannot be read again. */
export const shouldRevalidate: ShouldRevalidateFunction = (change) =>
  change.actionResult?.outcome !== "started" &&
  change.actionResult?.outcome !== "archived" &&
  revalidateUnlessRefused(change);

export default function LoyaltyRule() {
  const data = useLoaderData<typeof loader>();
  if (data.type === null) return <RuleChooser />;
  const { rule, type } = data;
  return <RuleEditor key={rule ? rule.id : `${NEW} ${type}`} {...data} />;
}
