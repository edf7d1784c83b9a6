/** Users of client certificates: the name of a certificate's subject, in its organizations. */
import type { Socket } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { authenticated } from '#api';
import type { User } from './user.ts';

/** No certificate: absent; one that the server's authority has not signed: `unknown`. */
export type CertifiedUser = User | 'unknown' | undefined;

/** Reads each connection's certificate once. */
export class CertificateUsers {
  readonly #users = new WeakMap<Socket, { readonly user: CertifiedUser }>();

  find(socket: Socket): CertifiedUser {
    let known = this.#users.get(socket);
    if (known === undefined) this.#users.set(socket, (known = { user: userOf(socket) }));
    return known.user;
  }
}

function userOf(socket: Socket): CertifiedUser {
  if (!('getPeerCertificate' in socket)) return undefined;
  const secure = socket as TLSSocket;
  // Without a certificate it is an empty object.
  const { subject } = secure.getPeerCertificate() as Partial<PeerCertificate>;
  if (subject === undefined) return undefined;
  const name = all(subject.CN).at(-1) ?? '';
  if (!secure.authorized || name === '') return 'unknown';
  return { name, groups: [...all(subject.O), authenticated] };
}

function all(values: string | readonly string[] | undefined): readonly string[] {
  return values === undefined ? [] : [values].flat();
}
