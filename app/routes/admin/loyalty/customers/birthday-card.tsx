import {
  BlockStack,
  Box,
  Button,
  Card,
  InlineStack,
  Select,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";

/** A birthday as the page's form has it: numbers as texts, empty where none is known. */
export interface BirthdayView {
  month: string;
  day: string;
  /** Why no reward comes before a day; null for no birthday. */
  note: string | null;
}

const NAMES = new Intl.DateTimeFormat("en", { month: "long", timeZone: "UTC" });
const MONTHS = [
  { label: "Choose a month", value: "" },
  ...Array.from({ length: 12 }, (_, at) => ({
    label: NAMES.format(Date.UTC(2000, at)),
    value: String(at + 1),
  })),
];

/** Names, changes or removes a customer's birthday, which they themselves can name only once. */
export function BirthdayCard({ birthday }: { birthday: BirthdayView }) {
  const [month, setMonth] = useState(birthday.month);
  const [day, setDay] = useState(birthday.day);
  const form = useFormRequest<{ outcome: "birthday_saved"; isKnown: boolean }>(({ isKnown }) => {
    if (!isKnown) {
      setMonth("");
      setDay("");
    }
    showToast(isKnown ? "Birthday saved" : "Birthday removed");
  });
  const isField = form.error?.fields.day !== undefined;
  return (
    <Card>
      <form
        noValidate
        aria-label="Birthday"
        onSubmit={(event) => {
          event.preventDefault();
          form.send({ intent: "save_birthday", month, day });
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Birthday
          </Text>
          <ErrorBanner
            title="The birthday was not saved"
            message={form.error && !isField ? form.error.message : null}
          />
          <div className="pn-pair">
            <Select label="Month" options={MONTHS} value={month} onChange={setMonth} />
            <TextField
              label="Day"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              value={day}
              onChange={setDay}
              {...form.errorOf("day")}
            />
          </div>
          <Text as="p" tone="subdued">
            {birthday.note ?? "None is known. Customers name theirs once, in their theme block."}
          </Text>
          <Box>
            <InlineStack gap="200">
              <Button submit loading={form.isSending}>
                Save birthday
              </Button>
              {birthday.note && (
                <Button
                  tone="critical"
                  loading={form.isSending}
                  onClick={() => form.send({ intent: "remove_birthday" })}
                >
                  Remove
                </Button>
              )}
            </InlineStack>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}
