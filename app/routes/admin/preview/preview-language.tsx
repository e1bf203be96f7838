import { Select } from "@shopify/polaris";
import { PREVIEW_LANGUAGES } from "./preview-steps.ts";

const OPTIONS = PREVIEW_LANGUAGES.map(({ locale, name }) => ({ value: locale, label: name }));

/** Which of the theme extension's languages a preview speaks. */
export function PreviewLanguage({
  value,
  onChange,
}: {
  value: string;
  onChange: (locale: string) => void;
}) {
  return <Select label="Language" options={OPTIONS} value={value} onChange={onChange} />;
}
