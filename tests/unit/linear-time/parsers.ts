import { createHmac } from "node:crypto";
import { z } from "zod";
import { isApiKey } from "#app/domain/api-keys/api-key-format.ts";
import { parseOfferInput } from "#app/domain/churn/offers/offer-input.ts";
import { parseReasonInput } from "#app/domain/churn/reasons/reason-input.ts";
import { readImportFile } from "#app/domain/contract-imports/lines/read-import-file.ts";
import { readMoment } from "#app/domain/contract-imports/lines/read-moment.ts";
import { checkLoyaltyFileLines } from "#app/domain/loyalty/files/check-loyalty-file-lines.ts";
import { readLoyaltyFile } from "#app/domain/loyalty/files/loyalty-file.ts";
import { LOYALTY_FILE_LIMITS } from "#app/domain/loyalty/files/loyalty-file-limits.ts";
import { parsePointReward } from "#app/domain/loyalty/point-rewards/point-reward-input.ts";
import { parseRuleInput } from "#app/domain/loyalty/rules/rule-input.ts";
import { parseLadder } from "#app/domain/loyalty/tiers/ladder-input.ts";
import { readDecisionReason } from "#app/domain/loyalty/triggers/decision-reason.ts";
import { MAX_RECEIPT_BYTES } from "#app/domain/loyalty/triggers/receipts/file-type.ts";
import { readImageSize } from "#app/domain/loyalty/triggers/receipts/image-size.ts";
import { readCarriedCode } from "#app/domain/loyalty/triggers/referrals/carried-code.ts";
import { parseMailSettings } from "#app/domain/mail/settings/mail-settings-input.ts";
import { fillVariables } from "#app/domain/mail/templates/variables.ts";
import { parsePlanGroupInput } from "#app/domain/plans/plan-group-input.ts";
import {
  adjustmentValueError,
  checkAdjustment,
} from "#app/domain/store-credit/adjustments/credit-adjustment.ts";
import { readCreditFile } from "#app/domain/store-credit/files/credit-file.ts";
import { CREDIT_FILE_LIMITS } from "#app/domain/store-credit/files/credit-file-limits.ts";
import { parseFields } from "#app/http/parse-fields.ts";
import { readJsonBody } from "#app/http/read-body.ts";
import { readFormFields, readFormOrJson } from "#app/http/read-form-or-json.ts";
import { customerIdText } from "#app/http/text-field.ts";
import { isCalendarDate } from "#app/lib/calendar-date.ts";
import { supportedLocale } from "#app/lib/locale.ts";
import { createLogger, redactLine } from "#app/lib/log.ts";
import { parseDecimalToMinor } from "#app/lib/money.ts";
import { MAX_PARAMETERS, readParameters } from "#app/lib/parameters.ts";
import { parseCsv } from "#app/lib/parse-csv.ts";
import { MAX_LOGGED_TEXT, redactText } from "#app/lib/redact-text.ts";
import { createTokenSigner } from "#app/lib/signed-token.ts";
import { storableText } from "#app/lib/storable-text.ts";
import { readTypedAmount } from "#app/lib/typed-amount.ts";
import { readTokenShop, sentToken } from "#app/platform/shopify/auth/session-token.ts";
import { createShopifySdk } from "#app/platform/shopify/auth/shopify-sdk.ts";
import { verifyProxySignature } from "#app/platform/shopify/auth/verify-proxy-signature.ts";
import { verifyWebhook } from "#app/platform/shopify/auth/verify-webhook.ts";
import { fromGid } from "#app/platform/shopify/gid.ts";
import { readForm } from "#app/routes/admin/input/read-form.ts";
import { readId } from "#app/routes/admin/input/read-id.ts";
import { previewRequestSchema } from "#app/routes/admin/preview/preview-request.ts";
import { customerGidField, sinceDateField, sinceIdField } from "#app/routes/data/data-query.ts";
import { readEnd } from "#app/routes/rest/read-instant.ts";
import { creditAdjustmentFields } from "#app/routes/rest/store-credits/credit-adjustment.ts";
import {
  creditRequestSchema,
  readAdjustmentType,
} from "#app/routes/store-credit-management/manage-credit.ts";
import { WEBHOOK_TOPICS } from "#app/routes/webhooks/topics.ts";

/** What reads a text that somebody else has written. */
interface Parser {
  /** The files of `app/` in which it is. */
  files: readonly string[];
  /** Of its input, half of the most that anybody may send: it is measured at that and at twice that. */
  size: number;
  /** Inputs of a size, each of a kind that is bad for it. */
  inputs: Readonly<Record<string, (size: number) => string>>;
  parse(input: string): unknown;
}

/** A frame of one pixel and the start of its only scan, as bytes. */
const SCAN_OF_JPEG = "\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0\xff\xda\0\x08\x01\x01\0\0\x3f\0";
const jpegOf = (front: string, rest: string) => `\xff\xd8${front}${rest}\xff\xd9`;

const ADDRESS = 16 * 1024;
const API_BODY = 64 * 1024;
const FORM_BODY = 256 * 1024;
const WEBHOOK_BODY = 1024 * 1024;
const SECRET = "secret-of-the-app";

/** A parser's error costs as much as its result. */
function orError(parse: () => unknown): unknown {
  try {
    const parsed = parse();
    return parsed instanceof Promise ? parsed.catch((error: unknown) => error) : parsed;
  } catch (error) {
    return error;
  }
}

const post = (body: string, type: string) =>
  new Request("https://perennial.example/", {
    method: "POST",
    headers: { "content-type": type },
    body,
  });

const names = (size: number) => Array.from({ length: size / 8 }, (_, at) => `n${at}=`).join("&");
const keys = (size: number) =>
  `{${Array.from({ length: size / 16 }, (_, at) => `"k${at}":0`).join(",")}}`;
const nested = (size: number) => "[".repeat(size / 2) + "]".repeat(size / 2);
const list = (size: number) => `[${"0,".repeat(size / 2)}0]`;
const quotes = (size: number) => `{"key":"${'\\"'.repeat(size / 2)}"}`;
const open = (size: number) => `{"key":"${"\\u0000".repeat(size / 6)}`;
const JSON_TEXTS = { keys, nested, list, quotes, "a text without an end": open };

/** Texts of one field. */
const TEXTS = {
  zeros: (size: number) => "0".repeat(size),
  digits: (size: number) => "9".repeat(size),
  "zeros and a point": (size: number) => `1.${"0".repeat(size)}x`,
  "zeros before the last place": (size: number) => `1.${"0".repeat(size)}5`,
  signs: (size: number) => "-".repeat(size),
  spaces: (size: number) => `${" ".repeat(size)}x`,
  slashes: (size: number) => `gid://${"/".repeat(size)}`,
  "numbers of things": (size: number) => "gid://shopify/Customer/1?".repeat(size / 25),
  "parts of an address": (size: number) => "a.".repeat(size / 2),
  "ends of an address": (size: number) => `${"a@".repeat(size / 2)}.`,
  NUL: (size: number) => "\u0000".repeat(size),
  "halves of characters": (size: number) => "\ud800".repeat(size),
};

const fieldSchema = { sinceIdField, sinceDateField, customerGidField, customerIdText };
const creditRequest = creditRequestSchema(readAdjustmentType);
const sdk = createShopifySdk({
  apiKey: "key",
  apiSecret: SECRET,
  appUrl: "https://perennial.example",
  devstoreUrl: null,
  log: createLogger("silent", {}),
});

const signedHeaders = (body: string) =>
  new Headers({
    "x-shopify-hmac-sha256": createHmac("sha256", SECRET).update(body).digest("base64"),
    "x-shopify-topic": "orders/create",
    "x-shopify-shop-domain": "a.myshopify.com",
    "x-shopify-webhook-id": "1",
  });

export const PARSERS: Readonly<Record<string, Parser>> = {
  "a form of the proxied and credit interfaces": {
    files: ["app/http/read-form-or-json.ts"],
    size: API_BODY / 2,
    inputs: {
      names,
      "one name, repeated": (size) => "k=v&".repeat(size / 4),
      "one field, percent-encoded": (size) => `k=${"%41".repeat(size / 3)}`,
      "percent signs": (size) => `k=${"%".repeat(size)}`,
    },
    parse: (text) => orError(() => readFormFields(text)),
  },
  "a query": {
    files: ["app/lib/parameters.ts"],
    size: ADDRESS / 2,
    inputs: {
      "as many parameters as it may have": (size) =>
        Array.from(
          { length: MAX_PARAMETERS / 2 },
          (_, at) => `n${at}=${"%41".repeat(size / MAX_PARAMETERS)}`,
        ).join("&"),
      "one name, repeated": (size) => "k=v&".repeat(Math.min(size / 4, MAX_PARAMETERS - 1)),
      names,
    },
    parse: readParameters,
  },
  "the query of a signed request": {
    files: ["app/platform/shopify/auth/verify-proxy-signature.ts"],
    size: ADDRESS / 2,
    inputs: {
      "its own names within a value": (size) => `a=${"shop=".repeat(size / 5)}`,
      commas: (size) => `a=${",".repeat(size)}`,
      "a long path_prefix": (size) => `path_prefix=${"/".repeat(size)}`,
      parameters: (size) =>
        Array.from({ length: 90 }, (_, at) => `n${at}=${"x".repeat(size / 90)}`).join("&"),
    },
    parse: (text) => {
      const signed = `&shop=a.myshopify.com&timestamp=1&signature=${"0".repeat(64)}`;
      const query = readParameters(text + signed);
      return query && verifyProxySignature(query, SECRET, new Date());
    },
  },
  "a JSON body": {
    files: ["app/http/read-body.ts", "app/lib/parse-json.ts"],
    size: API_BODY / 2,
    inputs: JSON_TEXTS,
    parse: (text) => orError(() => readJsonBody(post(text, "application/json"))),
  },
  "a JSON body that carries its key": {
    files: ["app/http/read-form-or-json.ts"],
    size: API_BODY / 2,
    inputs: JSON_TEXTS,
    parse: (text) => orError(() => readFormOrJson(post(text, "application/json"))),
  },
  "the fields of a request": {
    files: ["app/http/parse-fields.ts"],
    size: API_BODY / 2,
    inputs: { keys, list, "a long name": (size) => `{"${"k".repeat(size)}":0}` },
    parse: (text) => {
      const value = JSON.parse(text);
      return orError(() => parseFields(previewRequestSchema.strict(), value, "body"));
    },
  },
  "a text in a body of the core REST API": {
    files: ["app/routes/rest/store-credits/credit-adjustment.ts"],
    size: API_BODY / 2,
    inputs: TEXTS,
    parse: (text) => z.strictObject(creditAdjustmentFields).safeParse({ amount: 1, reason: text }),
  },
  "an instant": {
    files: ["app/routes/rest/read-instant.ts"],
    size: API_BODY / 2,
    inputs: {
      ...TEXTS,
      fractions: (size) => `2031-01-01T00:00:00.${"0".repeat(size)}`,
      instants: (size) => "2031-01-01T00:00Z".repeat(size / 17),
    },
    parse: (text) => orError(() => readEnd("expires_at", text, "Europe/Berlin")),
  },
  "a request about store credit": {
    files: ["app/routes/store-credit-management/manage-credit.ts"],
    size: API_BODY / 2,
    inputs: TEXTS,
    parse: (text) =>
      ["cid", "email", "update_value", "update_reason", "update_type"].map((name) =>
        creditRequest.safeParse({ cid: "1", email: "a@b.example", action: "update", [name]: text }),
      ),
  },
  "a parameter of the Data API, and an id in a path": {
    files: ["app/routes/data/data-query.ts", "app/http/text-field.ts"],
    size: ADDRESS / 2,
    inputs: TEXTS,
    parse: (text) => Object.values(fieldSchema).map((schema) => schema.safeParse(text)),
  },
  "an id": {
    files: ["app/routes/admin/input/read-id.ts", "app/platform/shopify/gid.ts"],
    size: ADDRESS / 2,
    inputs: TEXTS,
    parse: (text) => [
      orError(() => readId(text)),
      orError(() => fromGid("Customer", text)),
      orError(() => fromGid("Customer", `gid://shopify/Customer/${text}`)),
    ],
  },
  "an API key": {
    files: ["app/domain/api-keys/api-key-format.ts"],
    size: ADDRESS / 2,
    inputs: { ...TEXTS, keys: (size) => "pk_live_".repeat(size / 8) },
    parse: isApiKey,
  },
  "an amount of money": {
    files: ["app/lib/money.ts", "app/domain/store-credit/adjustments/credit-adjustment.ts"],
    size: API_BODY / 2,
    inputs: TEXTS,
    parse: (text) => [parseDecimalToMinor(text, "EUR"), adjustmentValueError(text)],
  },
  "an amount that a merchant types": {
    files: ["app/lib/typed-amount.ts", "app/lib/locale.ts"],
    size: FORM_BODY / 2,
    inputs: TEXTS,
    parse: (text) => [readTypedAmount(text, "de", "EUR"), supportedLocale(text)],
  },
  "a date": {
    files: ["app/lib/calendar-date.ts"],
    size: FORM_BODY / 2,
    inputs: { ...TEXTS, dates: (size) => "2026-01-01".repeat(size / 10) },
    parse: isCalendarDate,
  },
  "an adjustment that a merchant types, or a file brings": {
    files: ["app/domain/store-credit/adjustments/credit-adjustment.ts"],
    size: CREDIT_FILE_LIMITS.bytes / 2,
    inputs: TEXTS,
    parse: (text) => [
      checkAdjustment({ amount: text, type: text, reason: text }, "EUR"),
      checkAdjustment({ amount: "1.00", type: "reconciled", reason: text }, "EUR"),
    ],
  },
  "free text": {
    files: ["app/lib/storable-text.ts", "app/lib/invalid-input.ts"],
    size: FORM_BODY / 2,
    inputs: TEXTS,
    // As it comes: to look it through alone takes less time than to bring it from memory.
    parse: (text) => storableText(JSON.parse(JSON.stringify(text))),
  },
  "the editor of an offer": {
    files: ["app/domain/churn/offers/offer-input.ts"],
    size: FORM_BODY / 2,
    inputs: TEXTS,
    parse: (text) =>
      ["discount", "pause", "gift"].map((type) =>
        orError(() =>
          parseOfferInput(
            {
              name: text,
              description: text,
              rules: { type, percentage: text, amount: text, credit: text, message: text },
              active: true,
              oncePerCustomerMonths: null,
            },
            "EUR",
          ),
        ),
      ),
  },
  "the editor of a reason": {
    files: ["app/domain/churn/reasons/reason-input.ts"],
    size: FORM_BODY / 2,
    inputs: { ...TEXTS, address: (size) => `https://${"a.".repeat(size / 2)}` },
    parse: (text) =>
      orError(() =>
        parseReasonInput({
          title: text,
          description: text,
          help: { kind: "help", url: text },
          active: true,
          offerIds: [],
        }),
      ),
  },
  "the editors of loyalty": {
    files: [
      "app/domain/loyalty/rules/rule-input.ts",
      "app/domain/loyalty/point-rewards/point-reward-input.ts",
      "app/domain/loyalty/tiers/ladder-input.ts",
      "app/domain/loyalty/triggers/decision-reason.ts",
    ],
    size: FORM_BODY / 2,
    inputs: { ...TEXTS, address: (size) => `https://${"a.".repeat(size / 2)}` },
    parse: (text) => {
      const reward = { reward_type: "discount", discount_type: text, discount_amount: text };
      return [
        orError(() =>
          parseRuleInput({
            ...{ type: "social", name: text, description: text, status: "active", reward },
            settings: { network: text, url: text },
            conditions: { customer_settings: { apply_to: "tagged", tags: [text] } },
            ...{ startDate: text, endDate: text },
          }),
        ),
        orError(() => parsePointReward({ name: text, points: 1, reward, isActive: true })),
        orError(() =>
          parseLadder({
            basis: text,
            tiers: [{ id: null, name: text, perks: text, entryReward: reward }],
          }),
        ),
        orError(() => readDecisionReason(text)),
      ];
    },
  },
  "the texts of mails": {
    files: [
      "app/domain/mail/settings/mail-settings-input.ts",
      "app/domain/mail/templates/variables.ts",
      "app/domain/mail/suppressions/unsubscribe-token.ts",
    ],
    size: FORM_BODY / 2,
    inputs: {
      ...TEXTS,
      variables: (size) => "{{ a }}".repeat(size / 8),
      openings: (size) => "{{ ".repeat(size / 4),
      blanks: (size) => `{{${" ".repeat(size)}`,
      token: (size) => `${"1".repeat(size)}-1.x`,
    },
    parse: (text) => [
      orError(() =>
        parseMailSettings({
          color: text,
          kindsOff: [],
          daysBefore: { upcoming_renewal: 3, trial_ending: 3, card_expiring: 30 },
          texts: { en: { credit_granted: { body: text } } },
        }),
      ),
      fillVariables(text, { a: "b" }),
      createTokenSigner("mail", [SECRET]).read(text),
    ],
  },
  "the editor of a plan group": {
    files: ["app/domain/plans/plan-group-input.ts"],
    size: FORM_BODY / 2,
    inputs: TEXTS,
    parse: (text) =>
      ["fixed_amount", "percentage"].map((type) =>
        orError(() =>
          parsePlanGroupInput(
            {
              name: text,
              kind: "product",
              plans: [
                {
                  planId: null,
                  name: text,
                  interval: { unit: "month", count: 1 },
                  discount: { type, amount: text, percentage: 5 },
                  discountCycles: null,
                },
              ],
            },
            { currency: "EUR", platformCurrency: null },
          ),
        ),
      ),
  },
  "comma-separated values": {
    files: ["app/lib/parse-csv.ts"],
    size: CREDIT_FILE_LIMITS.bytes / 2,
    inputs: {
      "separators on one line": (size) => ",".repeat(size),
      "short lines": (size) => "a\n".repeat(size / 2),
      "empty lines": (size) => "\r\n".repeat(size / 2),
      "quotation marks": (size) => `"${'""'.repeat(size / 2)}"`,
      "a quotation that is not closed": (size) => `a,"${"b,\n".repeat(size / 3)}`,
      "quoted cells": (size) => '"a",'.repeat(size / 4),
      "line ends in one cell": (size) => `"${"\n".repeat(size)}"`,
      formulas: (size) => "'=,".repeat(size / 3),
    },
    parse: parseCsv,
  },
  "a file of adjustments": {
    files: ["app/domain/store-credit/files/credit-file.ts"],
    size: CREDIT_FILE_LIMITS.bytes / 2,
    inputs: {
      "long lines": (size) =>
        `customer,amount,type,reason\n${`1,1.00,reconciled,${"r".repeat((2 * CREDIT_FILE_LIMITS.bytes) / CREDIT_FILE_LIMITS.lines)}\n`.repeat(size / 430)}`,
      "long titles": (size) => `customer,amount,type,reason,${"e_-".repeat(size / 3)}\n1,1,x,y\n`,
      "a long id": (size) =>
        `customer,amount,type,reason\n${"gid://".repeat(size / 6)},1.00,reconciled,r\n`,
    },
    parse: (text) => orError(() => readCreditFile(Buffer.from(text))),
  },
  "a file of points and tiers": {
    files: [
      "app/domain/loyalty/files/loyalty-file.ts",
      "app/domain/loyalty/files/check-loyalty-file-lines.ts",
    ],
    size: LOYALTY_FILE_LIMITS.bytes / 2,
    inputs: {
      "short lines": (size) => `customer,points\n${"1,2\n".repeat(size / 4)}`,
      "long titles": (size) => `customer,points,${"e_-".repeat(size / 3)}\n1,1\n`,
      "a long id": (size) => `customer,points\n${"gid://".repeat(size / 6)},1\n`,
      "long lines": (size) =>
        `customer,points,reason\n${`1,1,${"r".repeat((2 * LOYALTY_FILE_LIMITS.bytes) / LOYALTY_FILE_LIMITS.lines)}\n`.repeat(size / 410)}`,
    },
    parse: (text) =>
      orError(async () => {
        const { lines } = await readLoyaltyFile(Buffer.from(text));
        const facts = {
          zone: "UTC",
          now: new Date(),
          customers: [],
          tiers: [],
          applied: new Set<number>(),
        };
        return checkLoyaltyFileLines(lines, facts);
      }),
  },
  "the size of a JPEG": {
    files: ["app/domain/loyalty/triggers/receipts/jpeg-size.ts"],
    size: MAX_RECEIPT_BYTES / 2,
    inputs: {
      "of segments": (size) => jpegOf("", "\xff\xe0\0\x02".repeat(size / 4)),
      "of fill bytes": (size) => jpegOf("", "\xff".repeat(size)),
      "of fill bytes in a scan": (size) => jpegOf(SCAN_OF_JPEG, "\xff".repeat(size)),
      "of restarts": (size) => jpegOf(SCAN_OF_JPEG, "\xff\xd0".repeat(size / 2)),
      "of FF in a scan": (size) => jpegOf(SCAN_OF_JPEG, "\xff\0".repeat(size / 2)),
    },
    parse: (text) => readImageSize(Buffer.from(text, "latin1"), "image/jpeg"),
  },
  "the code of a referral link": {
    files: ["app/domain/loyalty/triggers/referrals/carried-code.ts"],
    size: FORM_BODY / 2,
    inputs: TEXTS,
    parse: readCarriedCode,
  },
  "a file of contracts": {
    files: [
      "app/domain/contract-imports/lines/read-import-file.ts",
      "app/domain/contract-imports/lines/import-columns.ts",
    ],
    size: CREDIT_FILE_LIMITS.bytes / 2,
    inputs: {
      "short lines": (size) => `external_id,email\n${"1,2\n".repeat(size / 4)}`,
      "long titles": (size) => `external_id,${"e_-".repeat(size / 3)}\n1,1\n`,
      "spaces in titles": (size) => `external_id,a${" ".repeat(size)}b\n1,1\n`,
    },
    parse: (text) => orError(() => readImportFile(Buffer.from(text), "EUR")),
  },
  "a moment in a file of contracts": {
    files: ["app/domain/contract-imports/lines/read-moment.ts"],
    size: 2_000,
    inputs: {
      digits: (size) => "2".repeat(size),
      fractions: (size) => `2031-01-01T00:00:00.${"0".repeat(size)}`,
    },
    parse: (text) => readMoment(text, "Europe/Berlin"),
  },
  "a form of the admin": {
    files: ["app/routes/admin/input/read-form.ts"],
    size: FORM_BODY / 2,
    inputs: {
      names,
      "one field, percent-encoded": (size) => `k=${"%41".repeat(size / 3)}`,
    },
    parse: (text) => orError(() => readForm(post(text, "application/x-www-form-urlencoded"))),
  },
  "a form of the admin that carries a file": {
    files: ["app/routes/admin/input/read-form.ts"],
    size: CREDIT_FILE_LIMITS.bytes / 2,
    inputs: {
      "empty parts": (size) =>
        `${'--b\r\ncontent-disposition: form-data; name="n"\r\n\r\n\r\n'.repeat(size / 54)}--b--\r\n`,
      "what looks like its boundary": (size) =>
        `--b\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\n${"\r\n--c".repeat(size / 5)}\r\n--b--\r\n`,
      "a name without an end": (size) =>
        `--b\r\ncontent-disposition: form-data; name="${"%22".repeat(size / 3)}`,
      "names of headers": (size) => `--b\r\n${"x: y\r\n".repeat(size / 6)}`,
    },
    parse: (text) => orError(() => readForm(post(text, "multipart/form-data; boundary=b"))),
  },
  "a webhook": {
    files: ["app/platform/shopify/auth/verify-webhook.ts", "app/routes/webhooks/topics.ts"],
    size: WEBHOOK_BODY / 2,
    inputs: JSON_TEXTS,
    parse: (text) => {
      const verified = verifyWebhook({
        rawBody: text,
        headers: signedHeaders(text),
        secret: SECRET,
      });
      if (!verified.ok) return verified;
      return Object.values(WEBHOOK_TOPICS).map(({ payload }) =>
        payload.safeParse(verified.payload),
      );
    },
  },
  "a session token": {
    files: ["app/platform/shopify/auth/session-token.ts"],
    size: ADDRESS / 2,
    inputs: {
      points: (size) => ".".repeat(size),
      "parts of base64": (size) => `${"eyJ".repeat(size / 6)}.${"eyJ".repeat(size / 6)}.e30`,
      "a long signature": (size) => `eyJhbGciOiJIUzI1NiJ9.e30.${"A".repeat(size)}`,
      spaces: (size) => `Bearer ${" ".repeat(size - 1)}x`,
    },
    parse: (text) => {
      const headers = { authorization: `Bearer ${text}` };
      const sent = sentToken(new Request("https://perennial.example/app", { headers }));
      return sent && readTokenShop(sdk, sent.token);
    },
  },
  "a text that is logged": {
    files: ["app/lib/redact-text.ts"],
    size: MAX_LOGGED_TEXT / 2,
    inputs: {
      at: (size) => "@".repeat(size),
      "encoded at": (size) => "a%40".repeat(size / 4),
      "an address without an end": (size) => `/${"a".repeat(size)}`,
      "many dots": (size) => `a@${"a.".repeat(size / 2)}`,
      keys: (size) => "pk_live_".repeat(size / 8),
      tokens: (size) => "eyJ-".repeat(size / 4),
      parameters: (size) => "?key=".repeat(size / 5),
      percent: (size) => `%${"25".repeat(size / 2)}`,
      percents: (size) => "%25".repeat(size / 3),
    },
    parse: redactText,
  },
  "a line of the log": {
    files: ["app/lib/log.ts"],
    size: WEBHOOK_BODY,
    inputs: {
      "a body in its message": (size) => `${JSON.stringify({ msg: "@a.b ".repeat(size / 5) })}\n`,
    },
    parse: redactLine,
  },
};
