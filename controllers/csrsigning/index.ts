/** Signs approved requests to the signers of Kubernetes with the authority of the cluster. */
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
import type { Client, ControllerDefinition } from '#runtime';
import { faultOf, isOfCluster, lifetimeMs } from './policy.ts';

export const csrSigning: ControllerDefinition = {
  name: 'csrsigning',
  actor: 'certificate-controller',
  start(context) {
    const { authority, clock } = context;
    // A cluster without an authority has no signers.
    if (authority === undefined) return;
    const requests = context.informer(kind);
    const queue = context.queue({
      workers: 1,
      limiter: { baseMs: 200, maxMs: 1_000_000 },
      async reconcile(name, { client }) {
        const request = requests.lister.getByKey(name);
        if (request !== undefined && waitsForSigner(request)) {
          await sign(client, request, authority, clock.now());
        }
      },
    });
    requests.addHandlers({
      added: ({ metadata }, cause) => queue.add(metadata.name, cause),
      updated: ({ metadata }, _, cause) => queue.add(metadata.name, cause),
    });
  },
};

function waitsForSigner({ spec, status }: CertificateSigningRequest): boolean {
  const { conditions = [], certificate } = status;
  const is = (desired: string): boolean => conditions.some(({ type }) => type === desired);
  const isApproved = is('Approved') && !is('Denied') && !is('Failed');
  return isApproved && !certificate && isOfCluster(spec.signerName);
}

async function sign(
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
