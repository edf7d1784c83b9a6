import type { Backend } from './backend.ts';
import type { AdmissionAccess } from './admission/index.ts';
import { withLateOwners } from '#values';
import { convert } from './conversion/convert.ts';
import { endpointOf, targetOf } from './resource.ts';
import { Webhooks } from './admission/webhooks/webhooks.ts';
import { swap } from './write.ts';

/** The field manager of the API server's own writes. */
export const serverManager = 'kube-apiserver';

/** The length of the suffix of generated names. */
const suffixLength = 5;

/** What admission plugins may do with the backend. */
export function accessTo(backend: Backend): AdmissionAccess {
  return {
    store: backend.store,
    authorizer: backend.authorizer,
    rules: backend.kinds.profile,
    webhooks: new Webhooks({
      store: backend.store,
      kinds: backend.kinds,
      clock: backend.clock,
      uids: backend.reviewUids,
      call: backend.callWebhook,
      resource: (kind) => backend.resource(kind),
      convert: (webhook, object, desired) => convert(backend, webhook, object, desired),
    }),
    suffix: () => backend.volumeNames.suffix(suffixLength),
    async writeStatus(kind, next, old, origin) {
      const resource = backend.resource(kind);
      const context = { origin, fieldManager: serverManager };
      const status = endpointOf(resource, 'status');
      const { managedFields } = backend;
      const late = managedFields.updatedLater(context, resource, status, next, next, old);
      const owned =
        late === undefined
          ? managedFields.updated(context, resource, status, next, next, old)
          : { ...next, metadata: withLateOwners(next.metadata, late) };
      const target = targetOf(resource, old.metadata);
      return (await swap(backend, context, target, owned, old)) !== undefined;
    },
  };
}
