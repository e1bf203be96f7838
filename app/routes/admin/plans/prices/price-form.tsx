import { useNavigate } from "@remix-run/react";
import { BlockStack, Box, Button, Card, Select, Text, TextField } from "@shopify/polaris";
import { useState } from "react";
import { newPriceOf } from "#app/domain/price-changes/new-price.ts";
import type { PriceChangePreview } from "#app/domain/price-changes/preview-price-change.ts";
import { parseDecimalToMinor } from "#app/lib/money.ts";
import { readTypedAmount } from "#app/lib/typed-amount.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import { ErrorBanner } from "#app/ui/error-banner.tsx";
import { useFormRequest } from "#app/ui/use-form-request.ts";
import { useFormats } from "#app/ui/use-formats.ts";
import { useRequestKey } from "#app/ui/use-request-key.ts";
import { AffectedCard } from "./affected-card.tsx";
import { ConsentFields } from "./consent-fields.tsx";
import { percentOf } from "./read-percent.ts";

interface PriceFormProps {
  plans: readonly { id: string; label: string }[];
  plan: { id: string; name: string };
  preview: PriceChangePreview;
  /** Another change of the plan comes first. */
  isBlocked: boolean;
  currency: string;
  noticeDays: number;
  day: string;
}

/** Asks for a plan's new price and its day, shows whom it is for, and asks once more before anybody is told. */
export function PriceForm(props: PriceFormProps) {
  const { plans, plan, preview, isBlocked, currency, noticeDays, day } = props;
  const formats = useFormats();
  const navigate = useNavigate();
  const key = useRequestKey();
  const [fields, setFields] = useState({
    by: "price",
    ...{ price: "", percent: "", day, noticeDays: String(noticeDays) },
    // Whoever has to pay more is asked, unless the merchant knows better.
    ...{ silence: "keeps", termsNote: "", planPrice: "keep" },
  });
  const [asking, setAsking] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const form = useFormRequest<{ outcome: "started"; id: string }>(({ id }) => {
    key.renew();
    navigate(`/app/plans/price-changes/${id}`);
  });
  const change = (patch: Partial<typeof fields>) => {
    // Another form is another request.
    key.renew();
    setUnreadable(false);
    setFields((before) => ({ ...before, ...patch }));
  };
  const priceAfter = (minor: number): number | null => {
    if (fields.by === "terms") return minor;
    if (fields.by === "percent") {
      const percentHundredths = percentOf(fields.percent);
      if (percentHundredths === null) return null;
      return newPriceOf({ fixedMinor: null, percentHundredths }, minor);
    }
    const { text } = readTypedAmount(fields.price, formats.locale, currency);
    return text === null ? null : parseDecimalToMinor(text, currency);
  };
  const errorOf = (name: string, example?: string) =>
    unreadable && example ? { error: example } : form.errorOf(name);
  const isFixed = fields.by === "price";
  const priceWords = describe(priceAfter, isFixed, fields.percent, formats, currency);
  return (
    <>
      <Card>
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            const isReadable = priceAfter(0) !== null;
            setUnreadable(!isReadable);
            setAsking(isReadable);
          }}
        >
          <BlockStack gap="300">
            <ErrorBanner
              title="Nobody was told, and nothing changes"
              message={form.error?.message ?? null}
            />
            <Select
              label="Plan"
              options={plans.map(({ id, label }) => ({ value: id, label }))}
              value={plan.id}
              onChange={(id) => navigate(`?plan=${id}`, { replace: true })}
            />
            <div className="pn-pair">
              <Select
                label="Change"
                options={[
                  { value: "price", label: "To a price" },
                  { value: "percent", label: "By a percentage" },
                  { value: "terms", label: "Only the terms" },
                ]}
                value={fields.by}
                onChange={(by) => change({ by })}
              />
              {fields.by === "terms" ? (
                // As high as the fields in its place, so that nothing below moves.
                <Box minHeight="80px">
                  <Text as="p" tone="subdued">
                    Prices stay. Say below what changes.
                  </Text>
                </Box>
              ) : isFixed ? (
                <TextField
                  label="New price of one piece"
                  autoComplete="off"
                  inputMode="decimal"
                  suffix={currency}
                  helpText="Before discounts, for each charge."
                  value={fields.price}
                  onChange={(price) => change({ price })}
                  {...errorOf("price", "Enter a price above zero, for example 18.00.")}
                />
              ) : (
                <TextField
                  label="Percentage"
                  autoComplete="off"
                  suffix="%"
                  helpText="5 raises each price by 5 %, -5 lowers it."
                  value={fields.percent}
                  onChange={(percent) => change({ percent })}
                  {...errorOf(
                    "percent",
                    "Enter a percentage with two decimals at most, for example 5 or -2.5.",
                  )}
                />
              )}
            </div>
            <div className="pn-pair">
              <TextField
                label={
                  fields.by === "terms"
                    ? "First day of the new terms"
                    : "First day of the new price"
                }
                type="date"
                autoComplete="off"
                value={fields.day}
                onChange={(value) => change({ day: value })}
                {...errorOf("day")}
              />
              <TextField
                label="Days of notice"
                autoComplete="off"
                inputMode="numeric"
                helpText="A higher price or new terms wait 14 full days at least after the email. Many countries ask for 30."
                value={fields.noticeDays}
                onChange={(value) => change({ noticeDays: value })}
                {...errorOf("noticeDays")}
              />
            </div>
            <ConsentFields
              fields={fields}
              onChange={change}
              errorOf={form.errorOf}
              planPriceMinor={preview.planPriceMinor}
              currency={currency}
            />
            <Box>
              <Button
                submit
                variant="primary"
                loading={form.isSending}
                disabled={preview.total === 0 || isBlocked}
              >
                Review
              </Button>
            </Box>
          </BlockStack>
        </form>
      </Card>
      <AffectedCard
        preview={preview}
        currency={currency}
        newPriceOf={fields.by === "percent" ? priceAfter : null}
      />
      <Dialog
        open={asking}
        title={`${fields.silence === "agrees" ? "Tell" : "Ask"} ${formats.count(preview.total, "subscriber")}?`}
        onClose={() => setAsking(false)}
        actions={
          <>
            <Button onClick={() => setAsking(false)}>Go back</Button>
            <Button
              variant="primary"
              onClick={() => {
                setAsking(false);
                form.send({ ...fields, planId: plan.id, key: key.current() });
              }}
            >
              {fields.silence === "agrees" ? "Tell them" : "Ask them"}
            </Button>
          </>
        }
      >
        <BlockStack gap="200">
          <Text as="p">{whatComes(fields, plan.name, priceWords)}</Text>
          <Text as="p">{AFTER[fields.silence as keyof typeof AFTER]}</Text>
          <Text as="p">You can stop it until that day.</Text>
        </BlockStack>
      </Dialog>
    </>
  );
}

const AFTER = {
  agrees: "Each gets an email now, with a link to cancel. Who does nothing agrees.",
  keeps:
    "Each gets an email now that asks whether they agree, with a link to cancel. Who does not answer keeps what they have. A lower price asks nobody.",
  cancels:
    "Each gets an email now that asks whether they agree, with a link to cancel. Who does not answer before the day is canceled on it, and keeps what is paid. A lower price asks nobody.",
} as const;

function whatComes({ by, day }: { by: string; day: string }, plan: string, price: string): string {
  return by === "terms"
    ? `The terms of “${plan}” change on ${day}.`
    : `Charges that fall due from ${day} on have the new price of “${plan}”${price}.`;
}

function describe(
  priceAfter: (minor: number) => number | null,
  isFixed: boolean,
  percent: string,
  formats: ReturnType<typeof useFormats>,
  currency: string,
): string {
  if (!isFixed) return percent ? `: ${percent} %` : "";
  const price = priceAfter(0);
  return price === null ? "" : `: ${formats.money(price, currency)} for one piece`;
}
