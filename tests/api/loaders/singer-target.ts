import { Ajv, type ValidateFunction } from "ajv";
import type { AnyJson } from "#tests/support/any-json.ts";

interface Stream {
  validate: ValidateFunction;
  keys: string[];
  /** By the values of the key properties. */
  records: Map<string, Record<string, unknown>>;
}

/**
 * A target of the Singer specification 0.3.0: it takes messages line by line, refuses what the specification
 * does not allow, and keeps the latest record of each key, as a target that writes to a database does.
 */
export class SingerTarget {
  readonly #streams = new Map<string, Stream>();
  /** The value of the last STATE; null before the first. */
  state: unknown = null;
  /** How many RECORDs came, also those that replaced an earlier one. */
  received = 0;

  /** @throws Error on a line that is no message, or a record that does not fit its schema. */
  take(line: string): void {
    const message: AnyJson = JSON.parse(line);
    if (message.type === "SCHEMA") this.#takeSchema(message);
    else if (message.type === "RECORD") this.#takeRecord(message);
    else if (message.type === "STATE" && "value" in message) this.state = message.value;
    else throw new Error(`Not a message of the specification: ${line.slice(0, 200)}`);
  }

  /** The records of a stream, in the order in which their keys came first. */
  records(stream: string): Record<string, unknown>[] {
    return [...(this.#streams.get(stream)?.records.values() ?? [])];
  }

  #takeSchema({ stream, schema, key_properties: keys }: AnyJson): void {
    const properties = Object.keys(schema.properties);
    for (const key of keys) {
      if (!properties.includes(key)) throw new Error(`${stream}: the key ${key} is no property`);
    }
    const closed = { ...schema, additionalProperties: false, required: keys };
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(closed);
    const records = this.#streams.get(stream)?.records ?? new Map();
    this.#streams.set(stream, { validate, keys, records });
  }

  #takeRecord(message: AnyJson): void {
    const { stream: name, record, time_extracted: time } = message;
    const stream = this.#streams.get(name);
    if (!stream) throw new Error(`A RECORD of ${name} before its SCHEMA`);
    const fits: boolean = stream.validate(record);
    if (!fits) {
      throw new Error(`${name}: ${JSON.stringify(stream.validate.errors)}`);
    }
    if (Number.isNaN(Date.parse(time))) throw new Error(`${name}: time_extracted is no time`);
    stream.records.set(JSON.stringify(stream.keys.map((key: string) => record[key])), record);
    this.received += 1;
  }
}
