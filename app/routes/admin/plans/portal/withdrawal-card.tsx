import { BlockStack, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import type { WithdrawalRule } from "#app/domain/shops/withdrawal-rule.ts";

/** The rule as it is typed. */
interface TypedWithdrawal {
  isOn: boolean;
  days: string;
}

export function toTyped({ isOn, days }: WithdrawalRule): TypedWithdrawal {
  return { isOn, days: String(days) };
}

interface WithdrawalCardProps {
  withdrawal: TypedWithdrawal;
  error: string | undefined;
  onChange(withdrawal: TypedWithdrawal): void;
}

/** The legal right to withdraw from a contract, which holds for all plans. */
export function WithdrawalCard({ withdrawal, error, onChange }: WithdrawalCardProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Withdrawal
        </Text>
        <Checkbox
          label="Shoppers can withdraw from a contract"
          helpText="Stores that sell to consumers in the European Union have to offer this. The contract is canceled at once, the shopper gets a receipt by email, and your overview tells you what to refund."
          checked={withdrawal.isOn}
          onChange={(isOn) => onChange({ ...withdrawal, isOn })}
        />
        <TextField
          label="Days after the contract was made"
          type="number"
          autoComplete="off"
          min={14}
          max={365}
          value={withdrawal.days}
          disabled={!withdrawal.isOn}
          {...(error !== undefined && { error })}
          helpText="The law gives 14. Of goods they count from the delivery, so add the days that yours takes."
          onChange={(days) => onChange({ ...withdrawal, days })}
        />
      </BlockStack>
    </Card>
  );
}
