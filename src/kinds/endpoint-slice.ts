/** EndpointSlices. */
import { ageColumn, column } from './columns.ts';
import { defineKind } from './define-kind.ts';
import type { Kind } from './kind.ts';
import { changeElements, fillAbsent, omitFields } from './meta/change.ts';
import { validateMetadata, validateUnchanged } from './meta/validate-metadata.ts';
import { show } from './meta/field-errors.ts';
import { validateEndpointSlice } from './validation/endpoint-slice.ts';
import type { Endpoint, EndpointPort, EndpointSlice } from './types/discovery-v1.ts';

export const endpointSlice: Kind<EndpointSlice> = defineKind<EndpointSlice>({
  group: 'discovery.k8s.io',
  version: 'v1',
  kind: 'EndpointSlice',
  plural: 'endpointslices',
  namespaced: true,
  subresources: [],
  generation: ({ metadata, addressType, endpoints, ports }) => {
    return [metadata.labels ?? {}, addressType, endpoints, ports];
  },
  defaults(object) {
    const whole = fillAbsent(object, nothing);
    const ported = changeElements(whole, 'ports', defaultPort);
    return changeElements(ported, 'endpoints', defaultEndpoint);
  },
  prepareCreate: (object) => changeElements(object, 'endpoints', withoutTopology),
  prepareUpdate: (object) => changeElements(object, 'endpoints', withoutTopology),
  validate: validateEndpointSlice,
  validateUpdate(errors, object, old) {
    validateMetadata(errors, object.metadata, endpointSlice);
    validateEndpointSlice(errors, object);
    validateUnchanged(errors, object.addressType, old.addressType, 'addressType', show);
  },
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
});

/** Both lists are printed even when there is none, which the types leave out. */
const nothing = { endpoints: null, ports: null } as object;

function defaultPort(port: EndpointPort): EndpointPort {
  return fillAbsent(port, { name: '', protocol: 'TCP' });
}

function defaultEndpoint(endpoint: Endpoint): Endpoint {
  return fillAbsent(endpoint, { conditions: {} });
}

/** The field of the version before, which this one only shows. */
function withoutTopology(endpoint: Endpoint): Endpoint {
  return omitFields(endpoint, ['deprecatedTopology']);
}

function portText({ port, name }: EndpointPort): string {
  return port != null ? String(port) : name || '*';
}

const mostShown = 3;

/** `a,b,c + 2 more...` */
function firstOf(texts: readonly string[]): string {
  if (texts.length === 0) return '<unset>';
  const shown = texts.slice(0, mostShown).join(',');
  return texts.length > mostShown ? `${shown} + ${texts.length - mostShown} more...` : shown;
}
