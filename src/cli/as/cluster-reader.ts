/** What `orrery as` asks a server for. */
import type { Connection } from '#remote';
import { askServer } from '../ask-server.ts';
import type { Files } from './live-folder.ts';
import type { Account, Mount } from './mounts.ts';

/** How long tokens are asked for, seconds. They are renewed long before. */
const tokenLife = 24 * 3600;

/** Resolves with a token of an account. @throws {Error} with the server's words */
export async function tokenOf(server: Connection, { namespace, name }: Account): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`;
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: { expirationSeconds: tokenLife },
  };
  const answer = await askServer(server, { method: 'POST', path, body });
  return (JSON.parse(answer) as { status: { token: string } }).status.token;
}

/** A Secret or a ConfigMap, as far as its files go. */
interface Held {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** Resolves with the files of a mount. @throws {Error} with the server's words */
export async function filesOf(
  server: Connection,
  namespace: string,
  { kind, name }: Mount,
): Promise<Files> {
  const path = `/api/v1/namespaces/${namespace}/${kind.toLowerCase()}s/${name}`;
  const { data = {}, binaryData = {} } = JSON.parse(
    await askServer(server, { method: 'GET', path }),
  ) as Held;
  const decoded = (values: Readonly<Record<string, string>>): [string, Buffer][] =>
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value, 'base64')]);
  if (kind === 'Secret') return new Map(decoded(data));
  return new Map<string, Uint8Array | string>([...Object.entries(data), ...decoded(binaryData)]);
}
