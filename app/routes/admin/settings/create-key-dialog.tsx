import { BlockStack, Button, Checkbox, TextField } from "@shopify/polaris";
import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalBanner } from "#app/ui/refusal-banner.tsx";
import type { NewSecret } from "./secret-dialog.tsx";
import { useKeyForm } from "./use-key-form.ts";

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
  const { submit, busy, refusal, forget } = useKeyForm((data) => {
    if (data.outcome !== "created") return;
    setName("");
    setChosen(scopes.map(({ scope }) => scope));
    onCreated(data);
  });
  const close = () => {
    forget();
    onClose();
  };
  const create = () => {
    const form = new FormData();
    form.set("intent", "create-key");
    form.set("name", name);
    for (const scope of chosen) form.append("scopes", scope);
    submit(form);
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
          <Button disabled={busy} onClick={close}>
            Cancel
          </Button>
          <Button variant="primary" loading={busy} onClick={create}>
            Create key
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) create();
        }}
      >
        <BlockStack gap="300">
          <RefusalBanner
            title="The key was not created"
            message={refusal && !refusal.fields.name ? refusal.message : null}
          />
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            autoComplete="off"
            maxLength={60}
            helpText="The system that will use it, for example “Helpdesk”."
            {...(refusal?.fields.name && { error: refusal.fields.name.join(" ") })}
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
