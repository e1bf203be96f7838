import { useNavigate } from "@remix-run/react";
import { BlockStack, Button, Text, TextField } from "@shopify/polaris";
import { useEffect, useRef, useState } from "react";
import type { BulkActionKind } from "#app/domain/bulk-actions/bulk-action-kinds.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import type { BulkAnswer, BulkQuestion } from "./bulk-form.ts";
import { BULK_WORDS } from "./bulk-words.ts";

const BULK_URL = "/app/subscriptions/bulk";

/** The chosen rows, as the form sends them. */
export type SentSelection =
  | { list: "ticked" | "customers"; ids: string[] }
  | { list: "subscriptions" | "failed_payments"; query: string };

/** Says how many subscriptions are meant and what will happen, and starts it. To cancel is asked twice. */
export function BulkDialog({
  kind,
  selection,
  onClose,
}: {
  kind: BulkActionKind;
  selection: SentSelection;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const formats = useFormats();
  const key = useRequestKey();
  const [question, setQuestion] = useState<BulkQuestion | null>(null);
  const [isStarted, setStarted] = useState(false);
  const [isSecond, setSecond] = useState(false);
  const [days, setDays] = useState("30");
  const [typed, setTyped] = useState("");
  const form = useFormRequest<BulkAnswer>((answer) => {
    if (answer.outcome === "previewed") return setQuestion(answer.question);
    // The button waits for the page of the action: a second click would start another one.
    setStarted(true);
    navigate(`${BULK_URL}/${answer.id}`);
  });
  const ask = useRef(() => {});
  ask.current = () => form.send({ intent: "preview", kind, selection }, { action: BULK_URL });
  const isUnasked = question === null && form.error === null;
  useEffect(() => {
    if (isUnasked) ask.current();
  }, [isUnasked]);
  const words = BULK_WORDS[kind];
  const all = question?.count ?? 0;
  const isTyped = typed.trim() === String(all);
  const start = () => {
    if (kind === "cancel" && !isSecond) return setSecond(true);
    const seen = question?.seen;
    form.send({ intent: "start", kind, days, seen, key: key.current() }, { action: BULK_URL });
  };
  const isField = form.error?.fields.days !== undefined;
  return (
    <Dialog
      open
      title={
        question
          ? `${words.verb} ${formats.count(all, "subscription")}?`
          : `${words.verb} the selected subscriptions?`
      }
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            variant="primary"
            loading={form.isSending || isStarted}
            disabled={question === null || question.fitting === 0 || (isSecond && !isTyped)}
            {...(kind === "cancel" && { tone: "critical" as const })}
            onClick={start}
          >
            {kind === "cancel" && !isSecond
              ? "Continue"
              : `${words.verb} ${formats.count(all, "subscription")}`}
          </Button>
        </>
      }
    >
      <BlockStack gap="300">
        <ErrorBanner
          title="Nothing was changed"
          message={form.error && !isField ? form.error.message : null}
        />
        <div className="pn-bulk-effect" role="status">
          {question ? (
            <Effect question={question} kind={kind} />
          ) : (
            <Text as="p" tone="subdued">
              {form.error ? "" : "Counting…"}
            </Text>
          )}
        </div>
        {kind === "pause" && (
          <TextField
            label="Days"
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
            value={days}
            onChange={setDays}
            {...form.errorOf("days")}
          />
        )}
        {isSecond && (
          <TextField
            label={`This cannot be undone. Type ${all} to confirm.`}
            inputMode="numeric"
            autoComplete="off"
            autoFocus
            value={typed}
            onChange={setTyped}
          />
        )}
      </BlockStack>
    </Dialog>
  );
}

function Effect({ question, kind }: { question: BulkQuestion; kind: BulkActionKind }) {
  const formats = useFormats();
  const words = BULK_WORDS[kind];
  const { count, fitting, amounts } = question;
  const number = (of: number) => formats.count(of, "", "").trim();
  const others = count - fitting;
  return (
    <BlockStack gap="200">
      {fitting === 0 ? (
        <Text as="p">{`Nothing can be done: each of the ${number(count)} ${words.others}.`}</Text>
      ) : (
        <Text as="p">{`Each of ${number(fitting)} ${words.effect(amounts)}`}</Text>
      )}
      {fitting > 0 && others > 0 && (
        <Text as="p">{`${formats.count(others, "other")} ${others === 1 ? "stays" : "stay"} unchanged: each ${words.others}.`}</Text>
      )}
    </BlockStack>
  );
}
