/** What the roles of a setup grant the client, and how that compares with what it asks for. */
import type { SeenRequest } from '#kit';
import { readValues } from '../case/read-text.ts';

/** A rule of a role. */
export interface Grant {
  readonly apiGroups: readonly string[];
  /** `pods`, `pods/status`, `*` */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name?: string };
  readonly rules?: readonly Partial<Grant>[] | null;
  readonly roleRef?: { readonly kind: string; readonly name: string };
  readonly subjects?: readonly { readonly kind: string }[] | null;
}

/** Returns what roles grant that are bound to a service account: programs have no other users. */
export function grantsIn(setup: readonly string[]): readonly Grant[] {
  const all = setup.flatMap((text) => readValues(text, '--setup') as readonly Manifest[]);
  const bound = new Set(
    all
      .filter(({ subjects }) => subjects?.some(({ kind }) => kind === 'ServiceAccount'))
      .map(({ roleRef }) => `${roleRef?.kind} ${roleRef?.name}`),
  );
  return all
    .filter(({ kind, metadata }) => bound.has(`${kind} ${metadata?.name}`))
    .flatMap(({ rules }) => rules ?? [])
    .filter(({ resources }) => resources !== undefined)
    .map(({ apiGroups = [], resources = [], verbs = [] }) => ({ apiGroups, resources, verbs }));
}

export const rightsTexts = {
  narrow: 'the roles of the client grant nothing by *',
  used: 'the client uses what its roles grant',
  enough: 'the roles of the client grant what it asks for',
};

const reads = ['get', 'list', 'watch'];

/** Returns what is wrong with the grants, in words. */
export function misgrants(
  are: keyof typeof rightsTexts,
  grants: readonly Grant[],
  requests: readonly SeenRequest[],
): readonly string[] {
  const resourceRequests = requests.filter(({ isResource }) => isResource);
  if (are === 'narrow') return grants.filter(isWide).map(textOf);
  if (are === 'enough') {
    const refused = resourceRequests.filter((each) => !grants.some((grant) => allows(grant, each)));
    return [...new Set(refused.map((each) => `${each.verb} of ${pathOf(each)}`))];
  }
  return [...new Set(grants.flatMap((grant) => unusedOf(grant, resourceRequests)))];
}

function isWide({ apiGroups, resources, verbs }: Grant): boolean {
  return [apiGroups, resources, verbs].some((each) => each.includes('*'));
}

function textOf({ apiGroups, resources, verbs }: Grant): string {
  const groups = apiGroups.map((group) => (group === '' ? 'core' : group)).join(', ');
  return `${verbs.join(', ')} of ${resources.join(', ')} in ${groups}`;
}

/** `pods.metrics.k8s.io`, `pods/status` */
function pathOf({ resource, subresource }: SeenRequest): string {
  return subresource === '' ? resource : `${resource}/${subresource}`;
}

function allows({ apiGroups, resources, verbs }: Grant, request: SeenRequest): boolean {
  const { verb, resource, subresource } = request;
  const [plural = '', ...group] = resource.split('.');
  const path = subresource === '' ? plural : `${plural}/${subresource}`;
  return hasOrAll(apiGroups, group.join('.')) && hasOrAll(resources, path) && hasOrAll(verbs, verb);
}

function hasOrAll(values: readonly string[], expected: string): boolean {
  return values.includes('*') || values.includes(expected);
}

/**
 * Returns the resources of which nothing is read though it may be, or nothing is written: a single
 * verb can be for what a run has not seen.
 */
function unusedOf({ apiGroups, resources, verbs }: Grant, requests: readonly SeenRequest[]) {
  const kinds = { read: verbs.filter(isRead), write: verbs.filter((verb) => !isRead(verb)) };
  return apiGroups.flatMap((group) =>
    resources.flatMap((resource) =>
      Object.entries(kinds)
        .filter(([, granted]) => granted.length > 0)
        .filter(([kind]) => !requests.some((each) => isUse(each, kind, { group, resource })))
        .map(([kind]) => `no ${kind} of ${group === '' ? resource : `${resource} in ${group}`}`),
    ),
  );
}

function isRead(verb: string): boolean {
  return reads.includes(verb);
}

function isUse(
  request: SeenRequest,
  kind: string,
  { group, resource }: { readonly group: string; readonly resource: string },
): boolean {
  const grant = { apiGroups: [group], resources: [resource], verbs: ['*'] };
  return isRead(request.verb) === (kind === 'read') && allows(grant, request);
}
