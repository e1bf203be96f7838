import { BlockStack, Button, Checkbox, TextField } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "../settings-action.ts";
import type { NewSecret } from "./secret-dialog.tsx";

export interface CreateKeyDialogProps {
  open: boolean;
  scopes: readonly { scope: string; meaning: string }[];
  onClose: () => void;
  onCreated: (secret: NewSecret) => void;
}

/** Asks for a name and what the key may do. */
export function CreateKeyDialog({ open, scopes, onClose, onCreated }: CreateKeyDialogProps) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState(() => scopes.map(({ scope }) => scope));
  const { send, isSending, error, dismissError } = useFormRequest<SettingsOutcome>((data) => {
    if (data.outcome !== "created") return;
    setName("");
    setChosen(scopes.map(({ scope }) => scope));
    onCreated(data);
  });
  const close = () => {
    dismissError();
    onClose();
  };
  const create = () => {
    send({ intent: "create-key", name, scopes: [...chosen] });
  };
  const toggle = (scope: string, on: boolean) =>
    setChosen((before) => (on ? [...before, scope] : before.filter((other) => other !== scope)));
  return (
    <Dialog
      open={open}
      title="Create API key"
      onClose={close}
      actions={
        <>
          <Button disabled={isSending} onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" loading={isSending} onClick={create}>
            Create key
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) create();
        }}
      >
        <BlockStack gap="300">
          <ErrorBanner
            title="The key was not created"
            message={error && !error.fields.name ? error.message : null}
          />
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            autoComplete="off"
            maxLength={60}
            helpText="The system that will use it, for example “Helpdesk”."
            {...(error?.fields.name && { error: error.fields.name.join(" ") })}
          />
          <fieldset className="pn-choices" style={{ display: "block" }}>
            <legend>What it may do</legend>
            {scopes.map(({ scope, meaning }) => (
              <div key={scope}>
                <Checkbox
                  label={meaning}
                  helpText={scope}
                  checked={chosen.includes(scope)}
                  onChange={(on) => toggle(scope, on)}
                />
              </div>
            ))}
          </fieldset>
        </BlockStack>
      </form>
    </Dialog>
  );
}
