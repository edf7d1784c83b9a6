/** What `orrery as` asks a server for. */
import type { Connection } from '#remote';
import { askServer } from '../ask-server.ts';
import type { Files } from './live-folder.ts';
import type { Account } from './mounts.ts';
import type { Keys, KeysReader } from './variables.ts';
import type { ContentsReader } from './volumes.ts';

/** How long tokens are asked for, seconds. They are renewed long before. */
const tokenLife = 24 * 3600;

/** A Secret or a ConfigMap, as far as its contents go. */
interface KeyedData {
  readonly data?: Readonly<Record<string, string>>;
  readonly binaryData?: Readonly<Record<string, string>>;
}

/** Reads objects of a namespace, and asks for what else there is to ask. */
export class ClusterReader implements KeysReader, ContentsReader {
  readonly #server: Connection;
  readonly #namespace: string;

  constructor(server: Connection, namespace: string) {
    this.#server = server;
    this.#namespace = namespace;
  }

  /** Resolves with an answer. @throws {Error} with the server's words */
  async ask<T>(method: string, path: string, body?: object): Promise<T> {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : undefined;
    return JSON.parse(await askServer(this.#server, { method, path, body, contentType })) as T;
  }

  /** Returns the path of objects of the namespace: `('apps/v1', 'deployments', 'web')`. */
  pathOf(apiVersion: string, plural: string, name?: string): string {
    const group = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    const rest = name === undefined ? '' : `/${name}`;
    return `${group}/namespaces/${this.#namespace}/${plural}${rest}`;
  }

  /** Resolves with a token. @throws {Error} with the server's words */
  async tokenOf({ name }: Account): Promise<string> {
    const path = `${this.pathOf('v1', 'serviceaccounts', name)}/token`;
    const apiVersion = 'authentication.k8s.io/v1';
    const spec = { expirationSeconds: tokenLife };
    const body = { apiVersion, kind: 'TokenRequest', spec };
    return (await this.ask<{ status: { token: string } }>('POST', path, body)).status.token;
  }

  async contents(kind: 'Secret' | 'ConfigMap', name: string): Promise<Files | undefined> {
    const held = await this.#held(kind, name);
    if (held === undefined) return undefined;
    const { data = {}, binaryData = {} } = held;
    const decoded = (values: Readonly<Record<string, string>>): [string, Buffer][] =>
      Object.entries(values).map(([key, value]) => [key, Buffer.from(value, 'base64')]);
    if (kind === 'Secret') return new Map(decoded(data));
    return new Map<string, Uint8Array | string>([...Object.entries(data), ...decoded(binaryData)]);
  }

  async keys(kind: 'Secret' | 'ConfigMap', name: string): Promise<Keys> {
    const contents = await this.contents(kind, name);
    if (contents === undefined) return undefined;
    return Object.fromEntries([...contents].map(([key, value]) => [key, String(value)]));
  }

  async #held(kind: string, name: string): Promise<KeyedData | undefined> {
    try {
      return await this.ask<KeyedData>('GET', this.pathOf('v1', `${kind.toLowerCase()}s`, name));
    } catch (error) {
      if (/not found$/.test((error as Error).message)) return undefined;
      throw error;
    }
  }
}
