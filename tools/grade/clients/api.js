/** The Kubernetes API over node:https, for the clients that the judge is judged by. */
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';

/** An answer that is not what was asked for. */
export class ApiError extends Error {
  constructor(code, text, retryAfterMs) {
    super(`${code}: ${text.slice(0, 200)}`);
    this.code = code;
    this.reason = /"reason":\s?"(\w+)"/.exec(text)?.[1] ?? '';
    this.retryAfterMs = retryAfterMs;
  }
}

/** Reads the kubeconfig, which is JSON here. */
function access() {
  const { clusters, users } = JSON.parse(readFileSync(process.env.KUBECONFIG, 'utf8'));
  const { server, 'certificate-authority-data': ca } = clusters[0].cluster;
  return { url: new URL(server), user: users[0].user, ca: Buffer.from(ca, 'base64') };
}

const { url, user, ca } = access();
const [, , bug] = process.argv;
let firstToken;

/** The token as it is now: that of a service account changes in its file. */
function token() {
  const now = user.token ?? readFileSync(user.tokenFile, 'utf8').trim();
  firstToken ??= now;
  return bug === 'stale-token' ? firstToken : now;
}

let pin;
const agent = new Agent({
  ...{ keepAlive: true, ca, rejectUnauthorized: bug !== 'insecure' },
  ...(bug === 'pinned-certificate' && { checkServerIdentity: samePin }),
});

/** A client with this mistake accepts only the certificate that it has seen first. */
function samePin(_, { fingerprint256 }) {
  pin ??= fingerprint256;
  return pin === fingerprint256 ? undefined : new Error('another certificate');
}

/** Sends a request; resolves with the response once its head is there. @throws {ApiError} */
export function send(
  method,
  path,
  { body, type = 'application/json', timeoutMs = 60_000, wholeMs, attempt = 1 } = {},
) {
  return new Promise((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${token()}`,
      Accept: 'application/json',
      'User-Agent': 'grade-client/1.0',
      ...(text && { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) }),
    };
    const sent = request({ agent, host: url.hostname, port: url.port, method, path, headers });
    const cancel = setTimeout(() => sent.destroy(new Error('no answer in time')), timeoutMs);
    sent.on('error', reject);
    sent.on('response', (response) => {
      clearTimeout(cancel);
      const isWarned = response.headers.warning !== undefined;
      if (isWarned && bug === 'exit-on-warning') process.exit(1);
      if (isWarned && bug === 'retry-on-warning' && method !== 'GET' && attempt < 5) {
        response.resume();
        resolve(send(method, path, { body, type, attempt: attempt + 1 }));
        return;
      }
      if (isWarned && bug === 'stop-on-warning') return;
      if (wholeMs !== undefined) setTimeout(() => response.destroy(new Error('too slow')), wholeMs);
      resolve(response);
    });
    sent.end(text);
  });
}

export async function textOf(response) {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  if (!response.complete) throw new Error('the answer broke off');
  return text;
}

/** Sends a request and reads its answer. @throws {ApiError} */
export async function call(method, path, options) {
  const response = await send(method, path, options);
  const text = await textOf(response);
  if (response.statusCode >= 400) throw errorOf(response, text);
  return JSON.parse(text);
}

export function errorOf(response, text) {
  const after = Number(response.headers['retry-after']);
  return new ApiError(response.statusCode, text, after > 0 ? after * 1000 : undefined);
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Times between attempts, which grow. */
export class Backoff {
  #ms = 200;

  async wait(error) {
    const ms = Math.max(error?.retryAfterMs ?? 0, this.#ms * (1 + Math.random() / 4));
    this.#ms = Math.min(this.#ms * 2, 10_000);
    await sleep(ms);
  }

  reset() {
    this.#ms = 200;
  }
}
