/** Signs a request, or says what is wrong with it. */
import {
  type Authority,
  formatTime,
  fromBase64,
  latin1Text,
  parseCertificateRequest,
  signRequest,
  toBase64,
  utf8Bytes,
} from '#values';
import type { CertificateSigningRequest } from '#types';
import { certificateSigningRequest as kind } from '#kinds';
import type { Client } from '#runtime';
import { faultOf, lifetimeMs } from './policy.ts';

export async function sign(
  client: Client,
  request: CertificateSigningRequest,
  authority: Authority,
  now: number,
): Promise<void> {
  const { metadata, spec, status } = request;
  const parsed = parseCertificateRequest(latin1Text(fromBase64(spec.request)));
  const message = faultOf(spec, parsed);
  if (message !== undefined) {
    const failed = {
      type: 'Failed',
      status: 'True',
      reason: 'SignerValidationFailure',
      message,
      lastUpdateTime: formatTime(now),
    };
    const conditions = [...(status.conditions ?? []), failed];
    await write(client, { ...request, status: { ...status, conditions } });
    return;
  }
  const terms = {
    usages: spec.usages ?? [],
    lifetimeMs: lifetimeMs(spec.expirationSeconds),
    now,
    id: metadata.uid,
  };
  const certificate = toBase64(utf8Bytes(signRequest(authority, parsed, terms)));
  await write(client, { ...request, status: { ...status, certificate } });
}

async function write(client: Client, request: CertificateSigningRequest): Promise<void> {
  await client.update(kind, request, { subresource: 'status' });
}
