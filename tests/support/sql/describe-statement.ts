import type pg from "pg";

/** What PostgreSQL says of a statement without running it: type oids of parameters and columns. */
export interface StatementDescription {
  parameters: readonly number[];
  columns: readonly { name: string; type: number }[];
}

interface RowDescription {
  fields: { name: string; dataTypeID: number }[];
}

/** The part of the driver's connection that speaks the extended protocol. */
interface ProtocolConnection {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(target: { type: "S"; name: string }): void;
  sync(): void;
  once(event: "parameterDescription", hear: (said: { dataTypeIDs: number[] }) => void): void;
}

/** Lets the database check and describe a statement. Rejects with its error when it refuses the statement. */
export function describeStatement(client: pg.Client, text: string): Promise<StatementDescription> {
  return new Promise((resolve, reject) => {
    let parameters: readonly number[] = [];
    let columns: StatementDescription["columns"] = [];
    const submittable = {
      submit(connection: ProtocolConnection) {
        connection.once("parameterDescription", ({ dataTypeIDs }) => {
          parameters = dataTypeIDs;
        });
        connection.parse({ text, name: "", types: [] });
        connection.describe({ type: "S", name: "" });
        connection.sync();
      },
      handleRowDescription({ fields }: RowDescription) {
        columns = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      // The driver says nothing more of a statement that was refused.
      handleError: reject,
      handleReadyForQuery() {
        resolve({ parameters, columns });
      },
    };
    client.query(submittable as unknown as pg.Submittable);
  });
}
