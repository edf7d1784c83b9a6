/** Requests to a running server outside of the Kubernetes API. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { credentialsOf, tlsOf, type Connection } from '#remote';

export interface Question {
  readonly method: string;
  /** Path and query, such as `/orrery/v1/clock`. */
  readonly path: string;
  readonly body?: object | undefined;
  /** Default: JSON. */
  readonly contentType?: string | undefined;
}

/**
 * Resolves with the body of a successful answer.
 * @throws {Error} with the message of the Status, or saying that the server cannot be reached
 */
export async function askServer(server: Connection, question: Question): Promise<string> {
  const { status, text } = await send(server, question);
  if (status < 200 || status > 299) throw new Error(messageOf(text));
  return text;
}

/** Returns the message of a Status, or the answer itself. */
function messageOf(text: string): string {
  try {
    return (JSON.parse(text) as { message?: string }).message ?? text;
  } catch {
    return text.trim();
  }
}

async function send(
  connection: Connection,
  { method, path, body, contentType = 'application/json' }: Question,
): Promise<{ status: number; text: string }> {
  const { url } = connection;
  const headers = {
    ...(await credentialsOf(connection)),
    accept: 'application/json',
    'content-type': contentType,
  };
  const open = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = open(`${url}${path}`, { method, headers, ...tlsOf(connection) }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.on('error', (error) => reject(new Error(`cannot reach ${url}: ${error.message}`)));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
