import { ByteWriter, ParquetWriter } from "hyparquet-writer";
import type { ExportFormatModule } from "./export-format.ts";

/** Apache Parquet with one row group a batch: texts and whole numbers as the contract types them. */
export const parquetFormat: ExportFormatModule = {
  extension: "parquet",
  contentType: "application/vnd.apache.parquet",
  open: (fields) => {
    const columns = Object.entries(fields).map(([name, type]) => ({
      name,
      isText: type === "text",
    }));
    const bytes = new ByteWriter();
    const file = new ParquetWriter({
      writer: bytes,
      createdBy: "Perennial",
      schema: [
        { name: "root", num_children: columns.length },
        ...columns.map(({ name, isText }) => ({
          name,
          ...(isText
            ? { type: "BYTE_ARRAY" as const, converted_type: "UTF8" as const }
            : { type: "INT32" as const }),
          repetition_type: "REQUIRED" as const,
        })),
      ],
    });
    /** What has been written since the last time. The writer counts the offsets in the whole file by itself. */
    const take = () => {
      const written = bytes.getBytes().slice();
      bytes.index = 0;
      return written;
    };
    return {
      begin: take,
      rows: (rows) => {
        const columnData = columns.map(({ name, isText }) => ({
          name,
          data: rows.map((row) => (isText ? String(row[name] ?? "") : Number(row[name] ?? 0))),
        }));
        file.write({ columnData, rowGroupSize: rows.length });
        return take();
      },
      end: () => {
        file.finish();
        return take();
      },
    };
  },
};
