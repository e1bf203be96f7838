import { TextField } from "@shopify/polaris";
import { type AmountsTyped, amountError } from "../../churn/offer-types/number-text.ts";

interface TypedFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** What the server said of it. */
  said: { error?: string };
  suffix?: string;
  helpText?: string;
}

/** A whole number. */
export function CountField({ label, value, onChange, said, suffix, helpText }: TypedFieldProps) {
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      {...{ value, onChange, ...said }}
      {...(suffix && { suffix })}
      {...(helpText && { helpText })}
    />
  );
}

/** A number with decimals: an amount, a rate or a percentage. Blank is none. */
export function AmountField({
  amounts,
  said,
  ...props
}: TypedFieldProps & { amounts: AmountsTyped }) {
  const { label, value, onChange, suffix, helpText } = props;
  return (
    <TextField
      label={label}
      inputMode="decimal"
      autoComplete="off"
      {...{ value, onChange }}
      {...(suffix && { suffix })}
      {...(helpText && { helpText })}
      {...amountError(value, amounts, said)}
    />
  );
}

/** A text. */
export function WordsField({ label, value, onChange, said, suffix, helpText }: TypedFieldProps) {
  return (
    <TextField
      label={label}
      autoComplete="off"
      {...{ value, onChange, ...said }}
      {...(suffix && { suffix })}
      {...(helpText && { helpText })}
    />
  );
}
