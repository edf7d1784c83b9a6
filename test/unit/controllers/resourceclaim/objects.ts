/** Claims to devices, pods with claims, and a client that writes down what it is asked. */
import { resourceClaim, type Kind } from '#kinds';
import { internalError, notFound, type KubeObject } from '#values';
import type { Pod, resourceV1 } from '#types';
import type { Client, PodResourceClaim, Ref } from '#runtime';
import { makePod } from '../objects.ts';

type ResourceClaim = resourceV1.ResourceClaim;

export const finalizer = 'resource.kubernetes.io/delete-protection';
export const allocation = { devices: { results: [] } } as never;

export interface ClaimParts {
  readonly metadata?: object;
  readonly status?: object;
  /** The pod that it was made for, by name: its uid is `uid-NAME`. */
  readonly owner?: string;
}

export function claimOf(name: string, { metadata, status, owner }: ClaimParts = {}): ResourceClaim {
  const ownerReferences = [
    { apiVersion: 'v1', kind: 'Pod', name: owner ?? '', uid: `uid-${owner}`, controller: true },
  ];
  return {
    apiVersion: 'resource.k8s.io/v1',
    kind: 'ResourceClaim',
    metadata: { name, namespace: 'default', ...(owner && { ownerReferences }), ...metadata },
    spec: {},
    status: { ...status },
  } as ResourceClaim;
}

export interface PodParts {
  readonly claims?: readonly PodResourceClaim[];
  /** Names of claims that were made for it, by the pod's names; null: none is needed. */
  readonly made?: Readonly<Record<string, string | null>>;
  readonly node?: string;
  readonly phase?: string;
  readonly metadata?: object;
}

export function podOf(name: string, parts: PodParts = {}): Pod {
  const { claims, made, node: nodeName, phase = 'Pending', metadata = {} } = parts;
  const resourceClaimStatuses = Object.entries(made ?? {}).map(([of, claim]) => ({
    name: of,
    ...(claim !== null && { resourceClaimName: claim }),
  }));
  const spec = { ...(claims && { resourceClaims: claims }), ...(nodeName && { nodeName }) };
  const status = { phase, ...(made && { resourceClaimStatuses }) };
  return { ...makePod(name, spec, metadata), status } as Pod;
}

export const named = (name: string, resourceClaimName: string) => ({ name, resourceClaimName });
export const templated = (name: string, resourceClaimTemplateName = 'gpus') => ({
  name,
  resourceClaimTemplateName,
});

interface Asked {
  readonly calls: string[];
  readonly written: KubeObject[];
  readonly client: Client;
}

/** Answers with what it is sent. @param live what it has; @param broken the verbs that fail */
export function recordingClient(
  live: readonly KubeObject[] = [],
  broken: readonly string[] = [],
): Asked {
  const calls: string[] = [];
  const written: KubeObject[] = [];
  const note = (verb: string, kind: Kind, name?: string, part?: string): void => {
    calls.push([verb, kind.kind, name, part].filter(Boolean).join(' '));
    if (broken.includes(verb)) throw internalError('storage is down');
  };
  const client = {
    async get(kind: Kind, { name }: Ref) {
      await Promise.resolve();
      note('get', kind, name);
      const found = live.find(({ metadata }) => metadata.name === name);
      if (found === undefined) throw notFound(resourceClaim, name);
      return found;
    },
    async create(kind: Kind, object: KubeObject & { metadata: { generateName?: string } }) {
      await Promise.resolve();
      note('create', kind, object.metadata.generateName);
      written.push(object);
      return {
        ...object,
        metadata: { ...object.metadata, name: `${object.metadata.generateName}1` },
      };
    },
    async update(kind: Kind, object: KubeObject, { subresource }: { subresource?: string } = {}) {
      await Promise.resolve();
      note('update', kind, object.metadata.name, subresource);
      written.push(object);
      return object;
    },
    async patch(
      kind: Kind,
      { name }: Ref,
      { body }: { body: KubeObject },
      of: { subresource?: string },
    ) {
      await Promise.resolve();
      note('patch', kind, name, of.subresource);
      written.push(body);
      return body;
    },
    async delete(kind: Kind, { name }: Ref) {
      await Promise.resolve();
      note('delete', kind, name);
    },
  } as unknown as Client;
  return { calls, written, client };
}
