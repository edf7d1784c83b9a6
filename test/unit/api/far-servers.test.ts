/** Services behind API services and webhooks: whether they could answer, and what is missing. */
import { describe, expect, it } from 'vitest';
import { endpoints, service as serviceKind } from '#kinds';
import { notFound } from '#values';
import type { apiregistrationV1 } from '#types';
import type { Store } from '#store';
import { availabilityOf } from '../../../src/api/own-objects/availability.ts';
import type { KeptApi } from '../../../src/api/own-objects/keeper.ts';
import {
  remoteTarget,
  type RemoteCall,
  type RemoteReply,
} from '../../../src/api/own-objects/remote.ts';
import { serviceAddress } from '../../../src/api/webhooks/service.ts';

type APIService = apiregistrationV1.APIService;

const serviceOf = (more: object = {}): APIService =>
  ({
    metadata: { name: 'v1.far.example.com' },
    spec: {
      ...{ group: 'far.example.com', version: 'v1' },
      service: { namespace: 'n', name: 's', port: 8443 },
      ...more,
    },
  }) as unknown as APIService;

interface Around {
  readonly service?: object;
  readonly endpoints?: object;
  readonly reply?: () => Promise<RemoteReply>;
}

/** An API that has these two objects, and what was asked through it. */
function around({ service, endpoints: behind, reply }: Around) {
  const calls: RemoteCall[] = [];
  const read = ({ kind, ref }: { kind: object; ref: { namespace?: string; name: string } }) => {
    expect(ref).toEqual({ namespace: 'n', name: 's' });
    const found = { [serviceKind.plural]: service, [endpoints.plural]: behind };
    const object = found[(kind as { plural: string }).plural];
    if (object === undefined) return Promise.reject(notFound({ group: '', plural: 'x' }, 's'));
    return Promise.resolve(object);
  };
  const callRemote = (call: RemoteCall): Promise<RemoteReply> | undefined => {
    calls.push(call);
    return reply?.();
  };
  return { api: { read, callRemote } as unknown as KeptApi, calls };
}

const reply = (status: number) => () => {
  const body = (async function* () {
    yield await Promise.resolve(new Uint8Array(1));
  })();
  return Promise.resolve({ status, headers: {}, body });
};
const ports = [{ port: 80 }, { name: 'web', port: 8443 }];
const service = { spec: { ports } };
const at = 'service/s in "n"';
const url = 'https://s.n.svc:8443/apis/far.example.com/v1';
const unanswered = `failing or missing response from ${url}`;
const listed = { subsets: [{ addresses: [{ ip: '1.1.1.1' }], ports: [{ name: 'web' }] }] };

describe('a server behind a Service', () => {
  it.each<[what: string, around: Around, reason: string, message: string]>([
    ['is absent', {}, 'ServiceNotFound', `${at} is not present`],
    [
      'has another port',
      { service: { spec: { type: 'ClusterIP', ports: [{ port: 80 }] } } },
      'ServicePortError',
      `${at} is not listening on port 8443`,
    ],
    [
      'has no ports',
      { service: { spec: {} } },
      'ServicePortError',
      `${at} is not listening on port 8443`,
    ],
    ['has no endpoints', { service }, 'EndpointsNotFound', `cannot find endpoints for ${at}`],
    [
      'has no addresses',
      { service, endpoints: { subsets: [{ ports: [{ name: 'web' }] }] } },
      'MissingEndpoints',
      `endpoints for ${at} have no addresses with port name "web"`,
    ],
    [
      'has addresses of another port',
      {
        service: { spec: { ports: [{ port: 8443 }] } },
        endpoints: {
          subsets: [{ addresses: [{}], ports: [{ name: 'web' }] }, { addresses: [{}] }],
        },
      },
      'MissingEndpoints',
      `endpoints for ${at} have no addresses with port name ""`,
    ],
    [
      'stands nowhere',
      { service, endpoints: listed },
      'FailedDiscoveryCheck',
      `${unanswered}: no address stands for the Service`,
    ],
    [
      'is outside of the cluster',
      { service: { spec: { type: 'ExternalName' } } },
      'FailedDiscoveryCheck',
      `${unanswered}: no address stands for the Service`,
    ],
    [
      'answers that it cannot',
      { service, endpoints: listed, reply: reply(300) },
      'FailedDiscoveryCheck',
      `${unanswered}: bad status from ${url}: 300`,
    ],
    [
      'answers too early',
      { service, reply: reply(199) },
      'FailedDiscoveryCheck',
      `${unanswered}: bad status from ${url}: 199`,
    ],
    [
      'does not answer',
      { service, reply: () => Promise.reject(new Error('refused')) },
      'FailedDiscoveryCheck',
      `${unanswered}: refused`,
    ],
  ])('that %s', async (_, found, reason, message) => {
    const { api } = around(found);
    expect(await availabilityOf(api, serviceOf())).toEqual({ status: 'False', reason, message });
  });

  it.each([200, 299])('that answers %d is available, with endpoints or without', async (status) => {
    const { api, calls } = around({ service, reply: reply(status) });
    expect(await availabilityOf(api, serviceOf())).toEqual({
      ...{ status: 'True', reason: 'Passed', message: 'all checks passed' },
    });
    expect(calls).toEqual([
      {
        service: { namespace: 'n', name: 's', port: 8443 },
        isInsecure: false,
        method: 'GET',
        path: '/apis/far.example.com/v1',
        headers: {
          accept: 'application/json',
          'x-remote-user': 'system:kube-aggregator',
          'x-remote-group': 'system:masters',
        },
        timeoutMs: 5000,
      },
    ]);
  });

  it('is not known when the cluster cannot be read', async () => {
    const failure = new Error('broken');
    const api = { read: () => Promise.reject(failure) } as unknown as KeptApi;
    await expect(availabilityOf(api, serviceOf())).rejects.toBe(failure);
  });

  it.each<[spec: object, target: object]>([
    [{}, { service: { namespace: 'n', name: 's', port: 8443 }, isInsecure: false }],
    [
      { service: {}, caBundle: 'eHh4', insecureSkipTLSVerify: true },
      { service: { namespace: '', name: '', port: 443 }, authority: 'xxx', isInsecure: true },
    ],
  ])('%j is asked at %j', (spec, target) => {
    expect(remoteTarget(serviceOf(spec))).toEqual(target);
  });
});

describe('the Service of a webhook', () => {
  const reference = { namespace: 'n', name: 's' };
  const refused = 'connect: connection refused';

  it.each<[spec: object | undefined, port: number | undefined, address: object]>([
    [undefined, undefined, { port: 443, unreachable: 'service "s" not found' }],
    [
      { type: 'ExternalName', externalName: 'x.y' },
      80,
      { port: 80, external: 'x.y', unreachable: `dial tcp x.y:80: ${refused}` },
    ],
    [
      { type: 'ExternalName' },
      80,
      { port: 80, external: '', unreachable: `dial tcp :80: ${refused}` },
    ],
    [
      { clusterIP: 'None', ports: [{ port: 443 }] },
      undefined,
      { port: 443, unreachable: 'cannot route to service with ClusterIP "None"' },
    ],
    [
      { type: 'NodePort', clusterIP: 'None', ports: [{ port: 443 }] },
      undefined,
      { port: 443, unreachable: `dial tcp None:443: ${refused}` },
    ],
    [
      { clusterIP: '10.0.0.1', ports: [{ port: 80 }] },
      undefined,
      { port: 443, unreachable: 'no service port 443 found for service "s"' },
    ],
    [{}, 1, { port: 1, unreachable: 'no service port 1 found for service "s"' }],
    [
      { type: 'ClusterIP', clusterIP: '10.0.0.1', ports: [{ port: 1 }, { port: 443 }] },
      undefined,
      { port: 443, unreachable: `dial tcp 10.0.0.1:443: ${refused}` },
    ],
  ])('with the spec %j is at port %s: %j', (spec, port, address) => {
    const found = spec && { metadata: { name: 's' }, spec };
    const peek = (bucket: string, key: string) => {
      expect([bucket, key]).toEqual(['services', 'n/s']);
      return found;
    };
    const store = { peek } as unknown as Store;
    expect(serviceAddress(store, { ...reference, ...(port !== undefined && { port }) })).toEqual({
      ...reference,
      ...address,
    });
  });
});
