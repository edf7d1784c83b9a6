/** Signs approved requests to the signers of Kubernetes with the authority of the cluster. */
import type { CertificateSigningRequest } from '#types';
import { bucketOf, certificateSigningRequest as kind, late, withCode } from '#kinds';
import type { ControllerDefinition } from '#runtime';
import { isOfCluster } from './policy.ts';

const signing = late(() => import('./sign.ts'));

export const csrSigning: ControllerDefinition = {
  name: 'csrsigning',
  actor: 'certificate-controller',
  keys: bucketOf(kind),
  load: signing.load,
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
          await withCode(signing, ({ sign }) => sign(client, request, authority, clock.now()));
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
