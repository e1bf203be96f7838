import type { Socket } from "node:net";
import { occupyPort } from "./occupy-port.ts";

// Just enough of PostgreSQL's wire protocol (version 3) to let a client in and answer its question.

function message(type: string, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (Buffer.isBuffer(part) ? part : Buffer.from(part))),
  );
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function int16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
}

function int32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
}

const readyForQuery = message("Z", "I");
const textType = 25;

function oneTextCell(column: string, value: string): Buffer {
  const field = [int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)];
  return Buffer.concat([
    message("T", int16(1), `${column}\0`, ...field),
    message("D", int16(1), int32(value.length), value),
    message("C", "SHOW\0"),
    readyForQuery,
  ]);
}

/** A server that says it is the PostgreSQL of this version number (for example 140012); returns its port. */
export function listenAsPostgres(versionNumber: string): Promise<number> {
  return occupyPort((socket: Socket) => {
    let greeted = false;
    socket.on("data", (data) => {
      if (!greeted) {
        greeted = true;
        socket.write(Buffer.concat([message("R", int32(0)), readyForQuery]));
      } else if (data.toString("latin1", 0, 1) === "Q") {
        socket.write(oneTextCell("server_version_num", versionNumber));
      }
    });
  });
}
