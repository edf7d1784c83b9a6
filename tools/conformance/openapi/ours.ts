/** Our OpenAPI documents of a release, without a server. */
import { KindRegistry } from '#catalog';
import { withGates, type Profile } from '#kinds';
import { discoveryDocuments } from '../../../src/server/discovery/documents.ts';
import { ServedKinds } from '../../../src/server/exchange/served-kinds.ts';
import { OpenApiDocuments } from '../../../src/server/openapi/documents.ts';

/** Returns those of what a server of the release has by default. */
export function documentsOf(profile: Profile): OpenApiDocuments {
  const registry = new KindRegistry(profile);
  const discovery = discoveryDocuments(new ServedKinds(registry), '10.0.0.1:6443');
  return new OpenApiDocuments({ kinds: registry.all, discovery, profile });
}

/** Returns a release with the gate that shows in the documents in Kubernetes' repository, which are made with all gates on. */
export function withPublishedGates(profile: Profile): Profile {
  const gate = 'ServerSideFieldValidation';
  return profile.enabled(gate) ? profile : withGates(profile, { [gate]: true });
}
