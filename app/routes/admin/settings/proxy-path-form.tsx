import { Button, Form, TextField } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { SettingsOutcome } from "./settings-action.ts";

/** Where on the store the platform's app proxy serves the app, after the merchant has changed it there. */
export function ProxyPathForm({ proxyPath }: { proxyPath: string }) {
  const [value, setValue] = useState(proxyPath);
  useEffect(() => setValue(proxyPath), [proxyPath]);
  const { send, isSending, error } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome === "proxy-path-changed") showToast("App proxy address saved");
  });
  return (
    <Form onSubmit={() => send({ intent: "change-proxy-path", proxyPath: value })}>
      <TextField
        label="App proxy address"
        value={value}
        onChange={setValue}
        autoComplete="off"
        maxLength={200}
        helpText="Change it here when you have changed it in Shopify, under Settings, Apps, Perennial, App proxy. The theme's blocks then call the new address."
        error={error ? (error.fields.proxyPath?.join(" ") ?? error.message) : false}
        connectedRight={
          <Button submit loading={isSending} disabled={value === proxyPath}>
            Save
          </Button>
        }
      />
    </Form>
  );
}
