import { connect } from "node:net";
import { text } from "node:stream/consumers";

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** Sends bytes as they are, which fetch would refuse to, and reads until the server closes the connection. */
export async function exchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const socket = connect(port, "127.0.0.1");
  for (const part of parts) socket.write(part);
  return parseAnswer(await text(socket));
}

/** A request by hand: `lines` are its header lines, after the request line and without Host. */
export function request(line: string, host: string, lines: readonly string[] = [], body = ""): string {
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [line, `Host: ${host}`, "Connection: close", ...length, ...lines, "", body].join("\r\n");
}

function parseAnswer(answer: string): RawAnswer {
  const [head = "", ...rest] = answer.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}
