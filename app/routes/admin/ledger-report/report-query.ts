import {
  CREDIT_SPANS,
  CREDIT_STEPS,
  type CreditSpan,
  type CreditStep,
} from "#app/domain/ledger/reports/credit-periods.ts";

/** The report's parameters, as in the page's URL. */
export interface ReportQuery {
  span: CreditSpan;
  step: CreditStep;
}

/** Reads the address. What it does not understand is as if it had not been there. */
export function readReportQuery(params: URLSearchParams, usual: CreditSpan): ReportQuery {
  const span = CREDIT_SPANS.find((known) => known === params.get("span")) ?? usual;
  const natural = span.endsWith("d") ? "day" : "month";
  return { span, step: CREDIT_STEPS.find((known) => known === params.get("step")) ?? natural };
}
