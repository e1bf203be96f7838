import {
  BlockStack,
  Button,
  ButtonGroup,
  Card,
  FormLayout,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { ChevronDownIcon, ChevronUpIcon } from "@shopify/polaris-icons";
import type { FieldErrors } from "#app/lib/app-error.ts";
import type { PlanDraft } from "./plan-group-draft.ts";
import { TrialFields } from "./trial-fields.tsx";

const UNITS: { label: string; value: PlanDraft["unit"] }[] = [
  { label: "days", value: "day" },
  { label: "weeks", value: "week" },
  { label: "months", value: "month" },
  { label: "years", value: "year" },
];

const DISCOUNTS: { label: string; value: PlanDraft["discountType"] }[] = [
  { label: "No discount", value: "none" },
  { label: "Percentage off", value: "percentage" },
  { label: "Amount off", value: "fixed_amount" },
  { label: "Fixed price", value: "fixed_price" },
];

/** Its price is that of its deliveries. */
const PREPAID = "Prepaid: each charge pays for several deliveries. The intervals stay as they are.";

export interface PlanFieldsProps {
  plan: PlanDraft;
  index: number;
  /** How many plans the group has. */
  count: number;
  change: (patch: Partial<PlanDraft>) => void;
  /** Null for the only plan: a group has at least one. */
  onRemove: (() => void) | null;
  /** Shoppers see the plans in their order here. */
  onMove: (to: number) => void;
  errors: FieldErrors;
  kind: "membership" | "product";
  currency: string;
  /** What shoppers see of it; null until the fields are filled in. */
  preview: string | null;
}

/** The button that moves the plan at a place, for the focus to follow a plan that was moved. */
export function moveButtonId(index: number, way: "up" | "down"): string {
  return `move-plan-${index}-${way}`;
}

/** The fields of one plan, with what shoppers see of it below. */
export function PlanFields(props: PlanFieldsProps) {
  const { plan, index, count, change, onRemove, onMove, errors, kind, currency, preview } = props;
  const errorOf = (...fields: string[]) => {
    const messages = fields.flatMap((field) => errors[`plans.${index}.${field}`] ?? []);
    return messages.length > 0 ? { error: messages.join(" ") } : {};
  };
  const isPrepaid = plan.deliveryInterval !== null;
  const title = plan.name.trim() || `plan ${index + 1}`;
  const isPercentage = plan.discountType === "percentage";
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center">
          <Text as="h2" variant="headingMd">
            Plan {index + 1}
          </Text>
          <InlineStack gap="300" blockAlign="center">
            {count > 1 && (
              <ButtonGroup variant="segmented">
                <Button
                  id={moveButtonId(index, "up")}
                  size="slim"
                  icon={ChevronUpIcon}
                  disabled={index === 0}
                  accessibilityLabel={`Move up: ${title}`}
                  onClick={() => onMove(index - 1)}
                />
                <Button
                  id={moveButtonId(index, "down")}
                  size="slim"
                  icon={ChevronDownIcon}
                  disabled={index === count - 1}
                  accessibilityLabel={`Move down: ${title}`}
                  onClick={() => onMove(index + 1)}
                />
              </ButtonGroup>
            )}
            {onRemove && (
              <Button
                variant="plain"
                tone="critical"
                accessibilityLabel={`Remove plan ${index + 1}`}
                onClick={onRemove}
              >
                Remove
              </Button>
            )}
          </InlineStack>
        </InlineStack>
        <TextField
          label="Plan name"
          value={plan.name}
          onChange={(name) => change({ name })}
          autoComplete="off"
          maxLength={255}
          helpText="Shoppers choose by this name, for example “Every 2 weeks”."
          {...errorOf("name")}
        />
        <FormLayout>
          <FormLayout.Group>
            <TextField
              label="Renews every"
              value={plan.count}
              onChange={(count) => change({ count })}
              disabled={isPrepaid}
              {...(isPrepaid && { helpText: PREPAID })}
              autoComplete="off"
              inputMode="numeric"
              {...errorOf("interval.count")}
            />
            <Select
              label="Unit"
              options={UNITS}
              value={plan.unit}
              disabled={isPrepaid}
              onChange={(unit) => change({ unit: unit as PlanDraft["unit"] })}
            />
          </FormLayout.Group>
          <FormLayout.Group>
            <Select
              label="Discount"
              options={DISCOUNTS}
              value={plan.discountType}
              onChange={(type) => change({ discountType: type as PlanDraft["discountType"] })}
            />
            {plan.discountType !== "none" && (
              <TextField
                label={isPercentage ? "Percent" : "Amount"}
                value={plan.value}
                onChange={(value) => change({ value })}
                autoComplete="off"
                inputMode="decimal"
                suffix={isPercentage ? "%" : currency}
                {...errorOf("discount.percentage", "discount.amount")}
              />
            )}
            {plan.discountType !== "none" && (
              <TextField
                label="For the first charges"
                value={plan.cycles}
                onChange={(cycles) => change({ cycles })}
                autoComplete="off"
                inputMode="numeric"
                helpText="Leave blank for all charges."
                {...errorOf("discountCycles")}
              />
            )}
          </FormLayout.Group>
        </FormLayout>
        {kind === "membership" && (
          <TrialFields plan={plan} change={change} errorOf={errorOf} currency={currency} />
        )}
        <Text as="p" tone="subdued">
          {preview === null ? "Fill in the fields to see a preview." : `Shoppers see: ${preview}`}
        </Text>
      </BlockStack>
    </Card>
  );
}
