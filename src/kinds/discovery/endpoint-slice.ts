/** EndpointSlices. */
import { ageColumn, column } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import type { Kind } from '../object/kind.ts';
import { changeElements, changingElements, fillAbsent, andThen, omitFields } from '#values';
import { warningTexts } from '../late-checks.ts';
import { validateMetadata } from '../object/validate-metadata.ts';
import type { Profile } from '../profile/profile.ts';
import { servedVersion } from '../object/served-version.ts';
import { validateEndpointSlice } from './validate-endpoint-slice.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from '#types/discovery-v1';
import type {
  Endpoint as EndpointBeta,
  EndpointSlice as EndpointSliceBeta,
} from '#types/discovery-v1beta1';

export const endpointSlice: Kind<EndpointSlice> = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  rules: {
    generation: ({ metadata, addressType, endpoints, ports }) => {
      return [metadata.labels ?? {}, addressType, endpoints, ports];
    },
    defaulting(object) {
      const ported = changingElements(fillAbsent(object, nothing), 'ports', defaultPort);
      return andThen(ported, (each) => changingElements(each, 'endpoints', defaultEndpoint));
    },
    prepareCreate: (object) => changeElements(object, 'endpoints', withoutTopology),
    prepareUpdate(object, old) {
      const prepared = changeElements(object, 'endpoints', withoutTopology);
      if (!(object.endpoints ?? []).some(hasTopology)) return prepared;
      // v1.24 looks for changes first, and then takes this one back.
      const generation = (old.metadata.generation ?? 0) + 1;
      return { ...prepared, metadata: { ...prepared.metadata, generation } };
    },
    validate: validateEndpointSlice,
    validateUpdate(errors, object, old, context) {
      validateMetadata(errors, object.metadata, endpointSlice);
      validateEndpointSlice(errors, object, context, old);
    },
    warnings: sliceWarnings,
  },
  table: {
    columns: [
      column('AddressType', 'string', 'Kind of the addresses.', (object) => object.addressType),
      column('Ports', 'string', 'Ports of all endpoints.', ({ ports }) =>
        firstOf((ports ?? []).map(portText)),
      ),
      column('Endpoints', 'string', 'Addresses of the endpoints.', ({ endpoints }) =>
        firstOf((endpoints ?? []).flatMap(({ addresses }) => addresses ?? [])),
      ),
      ageColumn,
    ],
  },
  view: { isLeftOutOfSummary: true, isMadeByOthers: true },
});

const zoneLabel = 'topology.kubernetes.io/zone';
const hostnameLabel = 'kubernetes.io/hostname';

/** The beta version: zone and node are entries of one map, along with others that only it has. */
export const endpointSliceBeta: Kind<EndpointSliceBeta> = servedVersion(endpointSlice, {
  version: 'v1beta1',
  toStorage: (object) => ({
    ...object,
    // The beta does not say which types there are.
    addressType: object.addressType as EndpointSlice['addressType'],
    endpoints: mapped(object.endpoints, fromBeta),
  }),
  fromStorage: (stored) => ({ ...stored, endpoints: mapped(stored.endpoints, toBeta) }),
  rules: {
    defaulting(object: EndpointSliceBeta) {
      const ported = changingElements(fillAbsent(object, nothing), 'ports', defaultPort);
      return andThen(ported, (each) => changingElements(each, 'endpoints', defaultEndpoint));
    },
    prepareCreate: (object) => object,
    prepareUpdate: (object) => object,
  },
});

/** A list of null stays one: it is printed. */
function mapped<T, U>(list: readonly T[] | null | undefined, map: (element: T) => U): readonly U[] {
  return list?.map(map) ?? (null as unknown as readonly U[]);
}

function fromBeta({ topology, ...endpoint }: EndpointBeta): Endpoint {
  if (topology == null) return endpoint;
  const { [zoneLabel]: zone, ...others } = topology;
  const isNodeName =
    others[hostnameLabel] !== undefined && others[hostnameLabel] === endpoint.nodeName;
  const rest = isNodeName ? omitFields(others, [hostnameLabel]) : others;
  return {
    ...endpoint,
    ...(zone !== undefined && { zone }),
    ...(Object.keys(rest).length > 0 && { deprecatedTopology: rest }),
  };
}

function toBeta({ deprecatedTopology, zone, ...endpoint }: Endpoint): EndpointBeta {
  const { nodeName } = endpoint;
  const topology = {
    ...(nodeName != null && { [hostnameLabel]: nodeName }),
    ...deprecatedTopology,
    ...(zone != null && { [zoneLabel]: zone }),
  };
  return Object.keys(topology).length > 0 ? { ...endpoint, topology } : endpoint;
}

/** Both lists are printed even when they are absent, which the types leave out. */
const nothing = { endpoints: null, ports: null } as object;

function defaultPort(port: EndpointPort): EndpointPort {
  return fillAbsent(port, { name: '', protocol: 'TCP' });
}

function defaultEndpoint<T extends Endpoint | EndpointBeta>(endpoint: T): T {
  return fillAbsent<Endpoint | EndpointBeta>(endpoint, { conditions: {} }) as T;
}

function hasTopology({ deprecatedTopology }: Endpoint): boolean {
  return Object.keys(deprecatedTopology ?? {}).length > 0;
}

/** A field of the older version, which this version only shows. */
function withoutTopology(endpoint: Endpoint): Endpoint {
  return omitFields(endpoint, ['deprecatedTopology']);
}

/** Controllers write addresses as they should be. */
const careful: readonly unknown[] = [
  'endpointslice-controller.k8s.io',
  'endpointslicemirroring-controller.k8s.io',
];

function sliceWarnings(
  slice: EndpointSlice,
  old: EndpointSlice | undefined,
  profile: Profile,
): string[] {
  const { metadata, addressType, endpoints } = slice;
  const warnings: string[] = [];
  if (old === undefined && addressType === 'FQDN' && profile.enabled('ContentWarnings')) {
    warnings.push('spec.addressType: FQDN endpoints are deprecated');
  }
  if (!profile.enabled('AddressesWarnEverywhere')) return warnings;
  if (careful.includes(metadata.labels?.['endpointslice.kubernetes.io/managed-by']))
    return warnings;
  for (const [index, { addresses }] of (endpoints ?? []).entries()) {
    for (const [at, address] of (addresses ?? []).entries()) {
      const field = `endpoints[${index}].addresses[${at}]`;
      warnings.push(...warningTexts.code.ipWarnings(field, address, profile));
    }
  }
  return warnings;
}

function portText({ port, name }: EndpointPort): string {
  return port != null ? String(port) : (name ?? '*');
}

const mostShown = 3;

/** `a,b,c + 2 more...` */
function firstOf(texts: readonly string[]): string {
  const shown = texts.slice(0, mostShown).join(',');
  if (shown === '') return '<unset>';
  return texts.length > mostShown ? `${shown} + ${texts.length - mostShown} more...` : shown;
}
