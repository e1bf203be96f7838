import { BlockStack, Box, Button, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "../error-banner.tsx";
import { showToast } from "../show-toast.ts";
import { useFormRequest } from "../use-form-request.ts";
import { useFormats } from "../use-formats.ts";
import type { UploadedFile } from "./uploaded-file.ts";

interface ConfirmFileCardProps {
  file: UploadedFile;
  /** What the merchant types, and what it is called: "the total". */
  asked: { name: string; text: string; field: { inputMode: "numeric" } | { suffix: string } };
}

/** Asks for the file's sum before anything happens, and for a word about lines that are left out. */
export function ConfirmFileCard({ file, asked }: ConfirmFileCardProps) {
  const formats = useFormats();
  const [total, setTotal] = useState("");
  const [leaveOut, setLeaveOut] = useState(false);
  const { send, isSending, error, errorOf } = useFormRequest<{ outcome: "confirmed" }>(() =>
    showToast("The file is being applied"),
  );
  return (
    <Card>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          send({ total, leaveOut });
        }}
      >
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            Confirm
          </Text>
          <ErrorBanner title="Nothing was applied" message={error?.message ?? null} />
          {file.problems > 0 && (
            <Checkbox
              label={`Leave out the ${formats.count(file.problems, "line")} with problems and apply the other ${file.ready}`}
              checked={leaveOut}
              onChange={setLeaveOut}
              {...errorOf("leaveOut")}
            />
          )}
          <div className="pn-months">
            <TextField
              label={`Type ${asked.name}, ${asked.text}`}
              autoComplete="off"
              {...asked.field}
              value={total}
              onChange={setTotal}
              {...errorOf("total")}
            />
          </div>
          <Box>
            <Button submit variant="primary" loading={isSending}>
              {`Apply ${formats.count(file.ready, "line")}`}
            </Button>
          </Box>
        </BlockStack>
      </form>
    </Card>
  );
}
