/** Plain requests to the server of an environment, for tests without a client library. */
import { request } from 'node:https';

/** Where the server is, and the certificate by which a client is known. All certificates in PEM. */
export interface RestConfig {
  /** `https://127.0.0.1:40123` */
  readonly server: string;
  /** The authority that has signed the server's certificate. */
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

/** What the server answers. */
export interface RestResponse {
  readonly status: number;
  readonly text: string;
  /** The body, where it is JSON. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- of a shape that only the caller knows
  readonly json?: any;
}

/**
 * Makes a request; a body is sent as JSON (a PATCH as a merge patch). Any status is an answer.
 * @throws {Error} when the server cannot be reached
 */
export function restRequest(
  config: RestConfig,
  method: string,
  apiPath: string,
  body?: unknown,
): Promise<RestResponse> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const { caPem: ca, certPem: cert, keyPem: key } = config;
  return new Promise((resolve, reject) => {
    const sent = request(new URL(apiPath, config.server), {
      ...{ method, ca, cert, key, agent: false },
      headers: { accept: 'application/json', ...(body !== undefined && { 'content-type': type }) },
    });
    sent.on('error', reject);
    sent.on('response', (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => chunks.push(chunk));
      res.on('error', reject);
      res.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const json = res.headers['content-type']?.startsWith('application/json') === true;
        resolve({ status: res.statusCode!, text, ...(json && { json: JSON.parse(text) }) });
      });
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Like {@link restRequest}. @throws {Error} for an answer of 300 or more, with the server's message */
export async function restRequestOk(
  config: RestConfig,
  method: string,
  apiPath: string,
  body?: unknown,
): Promise<RestResponse> {
  const answer = await restRequest(config, method, apiPath, body);
  if (answer.status < 300) return answer;
  const { message } = (answer.json ?? {}) as { readonly message?: string };
  throw new Error(`${method} ${apiPath}: ${answer.status} ${message ?? answer.text}`);
}

/** Creates an object, or puts it in the place of the one that has its name. */
export async function createOrReplace(
  config: RestConfig,
  collection: string,
  object: { readonly metadata: { readonly name: string } },
): Promise<void> {
  const created = await restRequest(config, 'POST', collection, object);
  if (created.status !== 409) {
    if (created.status < 300) return;
    const { message } = (created.json ?? {}) as { readonly message?: string };
    throw new Error(`${object.metadata.name}: ${created.status} ${message ?? created.text}`);
  }
  const path = `${collection}/${object.metadata.name}`;
  const stored = (await restRequestOk(config, 'GET', path)).json as typeof object & {
    readonly metadata: { readonly resourceVersion: string };
  };
  const { resourceVersion } = stored.metadata;
  const metadata = { ...object.metadata, resourceVersion };
  await restRequestOk(config, 'PUT', path, { ...object, metadata });
}

/** Deletes objects of a collection by name; those that are not there are left out of the answer. */
export async function deleteNamed(
  config: RestConfig,
  collection: string,
  names: readonly string[],
): Promise<string[]> {
  const deleted: string[] = [];
  for (const name of names) {
    const path = `${collection}/${name}`;
    const answer = await restRequest(config, 'DELETE', path);
    if (answer.status === 404) continue;
    if (answer.status >= 300) throw new Error(`DELETE ${path}: ${answer.status} ${answer.text}`);
    deleted.push(name);
  }
  return deleted;
}
