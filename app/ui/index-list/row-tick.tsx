import { Checkbox } from "@shopify/polaris";

/** The box with which a row of a list is chosen. Its name is read, and not shown. */
export function RowTick({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean | "indeterminate";
  onChange: () => void;
}) {
  return <Checkbox label={label} labelHidden checked={checked} onChange={onChange} />;
}
