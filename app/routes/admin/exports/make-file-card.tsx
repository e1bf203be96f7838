import { BlockStack, Button, Card, InlineStack, Select, Text, TextField } from "@shopify/polaris";
import { type FormEvent, useState } from "react";
import type { ExportFormat } from "#app/domain/data-export/files/formats/export-format.ts";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import type { ExportForm } from "./export-forms.ts";
import { FORMAT_WORDS } from "./export-words.ts";
import type { ExportsOutcome } from "./exports-action.ts";

const FORMAT_OPTIONS = Object.entries(FORMAT_WORDS).map(([value, label]) => ({ value, label }));

/**
 * What a merchant wants in a file.
 *
 * @param toReplace the file that has to make way, in words; null while there is room.
 */
export function MakeFileCard({
  forms,
  toReplace,
}: {
  forms: readonly ExportForm[];
  toReplace: string | null;
}) {
  const [name, setName] = useState<string>(forms[0]?.name ?? "");
  const [format, setFormat] = useState<ExportFormat>("csv");
  const [days, setDays] = useState({ from: "", to: "" });
  const [filters, setFilters] = useState<Record<string, string>>({});
  const key = useRequestKey();
  const { send, isSending, error, errorOf } = useFormRequest<ExportsOutcome>(() => {
    key.renew();
    showToast("The file is being made");
  });
  const form = forms.find((one) => one.name === name) ?? forms[0];
  if (!form) return null;
  const choose = (next: string) => {
    setName(next);
    setFilters({});
    setDays({ from: "", to: "" });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({
      intent: "request",
      export: form.name,
      format,
      fromDay: days.from || null,
      toDay: days.to || null,
      filters: Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "")),
      key: key.current(),
    });
  };
  return (
    <Card>
      <form onSubmit={submit} aria-label="Make a file">
        <BlockStack gap="300">
          <BlockStack gap="100">
            <Text as="h2" variant="headingMd">
              Make a file
            </Text>
            <Text as="p" tone="subdued">
              {form.rowIs} The columns are the fields of the Data API. A file is kept for a week.
            </Text>
            {toReplace && (
              <Text as="p">
                As many files are kept as there can be. The next one replaces {toReplace}.
              </Text>
            )}
          </BlockStack>
          <ErrorBanner title="The file was not requested" message={error?.message ?? null} />
          <div className="pn-filters">
            <Select
              label="Data"
              options={forms.map(({ name: value, title }) => ({ value, label: title }))}
              value={form.name}
              onChange={choose}
            />
            <Select
              label="Format"
              options={FORMAT_OPTIONS}
              value={format}
              onChange={(value) => setFormat(value as ExportFormat)}
            />
            {form.filters.map(({ field, label, values }) => (
              <Select
                key={field}
                label={label}
                options={[
                  { label: "Any", value: "" },
                  ...values.map((value) => ({ label: value, value })),
                ]}
                value={filters[field] ?? ""}
                onChange={(value) => setFilters((before) => ({ ...before, [field]: value }))}
              />
            ))}
            {form.hasDays && (
              <div className="pn-span">
                <TextField
                  label="From"
                  type="date"
                  autoComplete="off"
                  value={days.from}
                  onChange={(from) => setDays((before) => ({ ...before, from }))}
                  {...errorOf("fromDay")}
                />
                <TextField
                  label="To"
                  type="date"
                  autoComplete="off"
                  value={days.to}
                  onChange={(to) => setDays((before) => ({ ...before, to }))}
                  {...errorOf("toDay")}
                />
              </div>
            )}
          </div>
          <InlineStack align="end">
            <Button variant="primary" submit loading={isSending}>
              Make file
            </Button>
          </InlineStack>
        </BlockStack>
      </form>
    </Card>
  );
}
