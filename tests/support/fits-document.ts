import { Ajv2020 } from "ajv/dist/2020.js";
import type { AnyJson } from "./any-json.ts";

const DOCUMENT = "https://perennial.example/openapi.json";

/** What is wrong with an answer of an operation by the OpenAPI document; null where nothing is. */
export type AnswerCheck = (operationId: string, answer: unknown) => string | null;

/** @param document as JSON.parse gives it. */
export function answerCheck(document: AnyJson): AnswerCheck {
  const ajv = new Ajv2020({ strict: false, logger: false, validateFormats: false });
  ajv.addSchema({ ...document, $id: DOCUMENT });
  const pointers = new Map<string, string>();
  for (const [path, item] of Object.entries<AnyJson>(document.paths)) {
    const place = encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"));
    for (const [method, { operationId }] of Object.entries<AnyJson>(item)) {
      const schema = "responses/200/content/application~1json/schema";
      if (operationId) pointers.set(operationId, `${DOCUMENT}#/paths/${place}/${method}/${schema}`);
    }
  }
  return (operationId, answer) => {
    const pointer = pointers.get(operationId);
    if (pointer === undefined) return "There is no such operation.";
    return ajv.validate({ $ref: pointer }, answer) ? null : ajv.errorsText();
  };
}
