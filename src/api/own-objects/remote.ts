/** Requests for other API servers as values: the API says what to send, and its creator sends it. */
import type { AddressedPort, Profile } from '#kinds';
import type { ClientFactory } from '#request';
import { fromBase64, utf8Text } from '#values';
import type { apiregistrationV1 } from '#types';

/** Header values as Node has them. */
export type Headers = Readonly<Record<string, string | readonly string[] | number | undefined>>;

export interface RemoteCall {
  readonly service: AddressedPort;
  /** PEM of the authorities to trust; absent: those of the machine. */
  readonly authority?: string;
  /** Any certificate will do. */
  readonly isInsecure: boolean;
  /** By HTTP, without TLS. */
  readonly isPlain?: boolean;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body?: AsyncIterable<Uint8Array>;
  /** Aborted when the answer is not needed any more. */
  readonly signal?: AbortSignal;
  /** How long to wait for it and for the end of its body, by the machine's clock. Absent: as long as it takes. */
  readonly timeoutMs?: number;
}

export interface RemoteReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * Sends a request to the address that stands for a Service or a pod; undefined when none does. Rejects with
 * an Error with Go's words, such as `dial tcp 127.0.0.1:1: connect: connection refused`.
 */
export type CallRemote = (call: RemoteCall) => Promise<RemoteReply> | undefined;

/** Another server: the Service that leads to it, and whom to trust. */
export type RemoteTarget = Pick<RemoteCall, 'service' | 'authority' | 'isInsecure'>;

/** Who asks, and of which release its program is. */
export interface Caller {
  readonly name: string;
  readonly groups: readonly string[];
  readonly profile: Profile;
}

/** Makes clients of the server that an address stands for; undefined where none does. */
export type ReachServer = (
  target: RemoteTarget,
  caller: Caller,
) => Promise<ClientFactory> | undefined;

/** Where the requests for a version go. @throws {TypeError} for a version that is served here */
export function remoteTarget({ spec }: apiregistrationV1.APIService): RemoteTarget {
  const { namespace = '', name = '', port = 443 } = spec.service!;
  return {
    service: { namespace, name, port },
    ...(spec.caBundle && { authority: utf8Text(fromBase64(spec.caBundle)) }),
    isInsecure: spec.insecureSkipTLSVerify === true,
  };
}
