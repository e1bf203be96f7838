import {
  Badge,
  BlockStack,
  Button,
  Card,
  Checkbox,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { type FormEvent, useState } from "react";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import type { PointsView } from "./points-view.ts";
import type { SettingsOutcome } from "./settings-action.ts";

/** Another program whose points the store's customers collect, and where the platform keeps their balance. */
export function PointsCard({ points }: { points: PointsView | null }) {
  const [fields, setFields] = useState({
    name: points?.name ?? "",
    namespace: points?.namespace ?? "",
    key: points?.key ?? "",
    isHidden: points?.isHidden ?? false,
  });
  const { send, sending, error, errorOf } = useFormRequest<SettingsOutcome>((answer) => {
    if (answer.outcome === "points-connected") showToast("Points program saved");
    if (answer.outcome === "points-disconnected") {
      setFields({ name: "", namespace: "", key: "", isHidden: false });
      showToast("Points program disconnected");
    }
  });
  const bind = (name: "name" | "namespace" | "key") => ({
    value: fields[name],
    onChange: (value: string) => setFields((before) => ({ ...before, [name]: value })),
    autoComplete: "off",
    ...errorOf(name),
  });
  const isChanged =
    points === null ||
    (["name", "namespace", "key", "isHidden"] as const).some(
      (name) => fields[name] !== points[name],
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send({ intent: "connect-points", ...fields });
  };
  return (
    <Card>
      <form onSubmit={submit} aria-label="Points of another program">
        <BlockStack gap="300">
          <BlockStack gap="100">
            <InlineStack gap="200" blockAlign="center">
              <Text as="h2" variant="headingMd">
                Points of another program
              </Text>
              {points && <Badge tone={points.isRead ? "success" : "info"}>{points.state}</Badge>}
            </InlineStack>
            <Text as="p" tone="subdued">
              If customers collect points with another app, the Data API shows their balance beside
              each member. The app keeps it in a customer metafield; its makers can say which.
            </Text>
            {points?.found && <Text as="p">{points.found}</Text>}
          </BlockStack>
          <ErrorBanner title="The points program was not saved" message={error?.message ?? null} />
          <div className="pn-filters">
            <TextField
              label="Name in exports"
              helpText={`The field is ${fields.name || "name"}_points.`}
              maxLength={40}
              {...bind("name")}
            />
            <TextField label="Metafield namespace" maxLength={255} {...bind("namespace")} />
            <TextField label="Metafield key" maxLength={64} {...bind("key")} />
          </div>
          <Checkbox
            label="Hide the balance"
            helpText="Exports then show a dash instead."
            checked={fields.isHidden}
            onChange={(isHidden) => setFields((before) => ({ ...before, isHidden }))}
          />
          <InlineStack gap="300" align="end">
            {points && (
              <Button
                loading={sending?.intent === "disconnect-points"}
                onClick={() => send({ intent: "disconnect-points" })}
              >
                Disconnect
              </Button>
            )}
            <Button submit disabled={!isChanged} loading={sending?.intent === "connect-points"}>
              {points ? "Save" : "Connect"}
            </Button>
          </InlineStack>
        </BlockStack>
      </form>
    </Card>
  );
}
