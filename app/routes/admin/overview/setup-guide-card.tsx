import { Badge, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { SetupGuide, SetupGuideChange, SetupStep } from "#app/domain/shops/setup-guide.ts";
import { showToast } from "#app/ui/show-toast.ts";
import { useFormRequest } from "#app/ui/use-form-request.ts";

const STEPS: readonly {
  step: SetupStep;
  title: string;
  text: string;
  action: { label: string; url: string } | null;
}[] = [
  {
    step: "offers",
    title: "Review your offers",
    text: "Three offers are ready. See how they look to a shopper, and make them yours.",
    action: { label: "Review offers", url: "/app/churn/offers" },
  },
  {
    step: "theme",
    title: "Turn on the theme block",
    text: "In your theme's editor, add the block “Membership” to the customer account page, then save. This step ticks itself off when the first shopper uses it.",
    action: null,
  },
  {
    step: "key",
    title: "Create an API key",
    text: "For your helpdesk, ERP or data warehouse. Skip this if nothing else needs your data.",
    action: { label: "Create key", url: "/app/settings?create=key" },
  },
];

/** The guide as the page shows it: what was just put away is gone at once. */
export function useSetupGuide(guide: SetupGuide | null) {
  const { send, sending } = useFormRequest(() => {}, "replace");
  const dismissed =
    sending?.kind === "dismiss" || (sending?.kind !== "bring_back" && guide?.dismissed === true);
  const change = (to: SetupGuideChange) => send(to, { action: "/app?index" });
  return {
    guide: dismissed ? null : guide,
    hidden: dismissed,
    dismiss: () => {
      change({ kind: "dismiss" });
      showToast("Setup guide put away");
    },
    bringBack: () => change({ kind: "bring_back" }),
    markDone: (step: SetupStep) => change({ kind: "mark_done", step }),
  };
}

export function SetupGuideCard({
  guide,
  dismiss,
  markDone,
}: {
  guide: SetupGuide;
  dismiss: () => void;
  markDone: (step: SetupStep) => void;
}) {
  const done = STEPS.filter(({ step }) => guide.done[step]).length;
  return (
    <Card>
      <BlockStack gap="400">
        <InlineStack align="space-between" blockAlign="center" gap="200">
          <Text as="h2" variant="headingMd">
            Setup guide
          </Text>
          <InlineStack gap="200" blockAlign="center">
            <Text as="span" tone="subdued">
              {done} of {STEPS.length} done
            </Text>
            <Button variant="tertiary" onClick={dismiss} accessibilityLabel="Dismiss setup guide">
              Dismiss
            </Button>
          </InlineStack>
        </InlineStack>
        <ol className="pn-list">
          {STEPS.map(({ step, title, text, action }) => (
            <li key={step} style={{ paddingBlock: "0.5rem" }}>
              <BlockStack gap="150">
                <InlineStack gap="200" blockAlign="center">
                  <Text as="h3" variant="headingSm">
                    {title}
                  </Text>
                  {guide.done[step] && <Badge tone="success">Done</Badge>}
                </InlineStack>
                <Text as="p" tone="subdued">
                  {text}
                </Text>
                {!guide.done[step] && (
                  <InlineStack gap="200">
                    {action && <Button url={action.url}>{action.label}</Button>}
                    <Button
                      variant="plain"
                      accessibilityLabel={`Mark as done: ${title}`}
                      onClick={() => markDone(step)}
                    >
                      Mark as done
                    </Button>
                  </InlineStack>
                )}
              </BlockStack>
            </li>
          ))}
        </ol>
      </BlockStack>
    </Card>
  );
}
