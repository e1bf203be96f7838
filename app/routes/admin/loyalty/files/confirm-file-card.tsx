import { BlockStack, Box, Button, Card, Checkbox, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import type { LoyaltyFileView } from "./loyalty-file-view.ts";

/** Asks for the points before anything happens, and for a word about lines that are left out. */
export function ConfirmFileCard({ file }: { file: LoyaltyFileView }) {
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
              label={`Type the points, ${file.pointsText}`}
              autoComplete="off"
              inputMode="numeric"
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
