import { EXPORT_NAMES, EXPORTS, type ExportName, isExportName } from "../exports.ts";
import { LoadError } from "../load-error.ts";
import { keyPropertiesOf, type StreamSchema, schemaOf } from "./stream.ts";

/** A stream that a catalog asks for. */
export interface SelectedStream {
  readonly name: ExportName;
  /** Fields that its records leave out. */
  readonly unwanted: ReadonlySet<string>;
}

interface Metadata {
  breadcrumb: string[];
  metadata: Record<string, unknown>;
}

/** The streams that there are, as `--discover` prints them. All of them are selected until somebody edits that. */
export function makeCatalog(): { streams: object[] } {
  return {
    streams: EXPORT_NAMES.map((name) => {
      const schema = schemaOf(name);
      return {
        tap_stream_id: name,
        stream: name,
        key_properties: keyPropertiesOf(name),
        schema,
        metadata: [streamMetadata(name), ...fieldMetadata(name, schema)],
      };
    }),
  };
}

function streamMetadata(name: ExportName): Metadata {
  const isCursor = EXPORTS[name].paging === "cursor";
  return {
    breadcrumb: [],
    metadata: {
      inclusion: "available",
      "selected-by-default": true,
      "table-key-properties": keyPropertiesOf(name),
      "forced-replication-method": isCursor ? "INCREMENTAL" : "FULL_TABLE",
    },
  };
}

function fieldMetadata(name: ExportName, schema: StreamSchema): Metadata[] {
  const keys = keyPropertiesOf(name);
  return Object.keys(schema.properties).map((field) => ({
    breadcrumb: ["properties", field],
    metadata: { inclusion: keys.includes(field) ? "automatic" : "available" },
  }));
}

/**
 * What a catalog selects: streams marked `selected`, or not marked at all but selected by default.
 *
 * @throws LoadError when it is no catalog, or names a stream that there is not.
 */
export function selectStreams(catalog: unknown): SelectedStream[] {
  const streams = isObject(catalog) ? catalog.streams : null;
  if (!Array.isArray(streams)) throw new LoadError("The catalog has no list of streams.");
  return streams.filter(isObject).flatMap((stream): SelectedStream[] => {
    const entries = Array.isArray(stream.metadata) ? stream.metadata.filter(isMetadata) : [];
    const own = entries.find(({ breadcrumb }) => breadcrumb.length === 0)?.metadata ?? {};
    const isSelected = own.selected ?? own["selected-by-default"];
    if (isSelected !== true) return [];
    const name = String(stream.tap_stream_id ?? stream.stream);
    if (!isExportName(name)) throw new LoadError(`There is no stream “${name.slice(0, 80)}”.`);
    return [{ name, unwanted: unwantedFields(name, entries) }];
  });
}

function unwantedFields(name: ExportName, entries: readonly Metadata[]): Set<string> {
  const keys = keyPropertiesOf(name);
  return new Set(
    entries.flatMap(({ breadcrumb: [kind, field], metadata }) => {
      const isLeftOut = kind === "properties" && metadata.selected === false;
      return isLeftOut && field !== undefined && !keys.includes(field) ? [field] : [];
    }),
  );
}

function isMetadata(value: unknown): value is Metadata {
  return isObject(value) && Array.isArray(value.breadcrumb) && isObject(value.metadata);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
