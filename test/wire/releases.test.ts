/**
 * Servers of two releases in one process: one as usual, and one with declarations of its own of all
 * kinds, one less and one more.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { machineTimers } from '#clock';
import {
  apiVersionOf,
  configMap,
  daemonSet,
  defaultProfile,
  namespace,
  ofRelease,
  podSecurityPolicy,
  makeProfile,
  type Kind,
  type Profile,
} from '#kinds';
import { Schemas } from '#schema';
import { admin, createServerApp, listen, Tokens, type Listening } from '#server';
import { isNotFound, type KubeObject } from '#values';
import { ProtobufCodec } from '../../src/server/protobuf/codec.ts';
import { schemaModules } from '../../src/kinds/schemas/modules.ts';
import { checkScenario } from '#scenario';
import { adminToken } from '../support/server.ts';
import { simulate, START, type Simulation } from '../support/simulate.ts';
import { Lines, request } from './client.ts';

const minor = defaultProfile.minor + 1;

const gadgets = `
kind Gadget { spec: GadgetSpec #2 }
GadgetSpec {
  size: int32 #1
  later: string #2 since=1.${minor + 1}
}
`;

/** A release that differs from the usual one in a kind, and has all types once more. */
const schemas = new Schemas(
  [
    ...schemaModules,
    {
      name: 'example/v1',
      apiVersion: 'example.com/v1',
      definitions: 'com.example.v1',
      texts: [gadgets],
    },
  ],
  minor,
);
const release = { gitVersion: `v1.${minor}.1`, buildDate: '', goVersion: 'go1.20' };
const another: Profile = makeProfile({ ...defaultProfile, minor, release, schemas });

interface Gadget extends KubeObject {
  readonly spec: { readonly size?: number };
}

const gadget: Kind<Gadget> = {
  ...{ group: 'example.com', version: 'v1', kind: 'Gadget', plural: 'gadgets' },
  namespaced: true,
  schema: schemas.ofKind('example.com/v1', 'Gadget')!,
  names: {},
  wire: {},
  rules: { defaults: (object) => ({ ...object, spec: { size: 1, ...object.spec } }) },
  table: { columns: [] },
  view: {},
};

const usualKinds = kindsWithMetrics(defaultProfile);
/** Without those that are not served any more, such as PodSecurityPolicies. */
const otherKinds: readonly Kind[] = [...kindsWithMetrics(another), gadget as unknown as Kind];

interface Side {
  readonly simulation: Simulation;
  readonly listening: Listening;
  readonly url: string;
}

let usual: Side;
let other: Side;

async function sideOf(profile: Profile, kinds?: readonly Kind[]): Promise<Side> {
  const simulation = await simulate(1, { profile, kinds });
  const { api, clock } = simulation.sim;
  const tokens = new Tokens();
  tokens.add(adminToken, admin);
  const timers = machineTimers();
  const app = createServerApp({ api, now: () => clock.now(), tokens, timers });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  return { simulation, listening, url: `http://127.0.0.1:${listening.port}` };
}

beforeAll(async () => {
  usual = await sideOf(defaultProfile);
  other = await sideOf(another, otherKinds);
});

afterAll(async () => {
  for (const { simulation, listening } of [usual, other]) {
    await listening.close();
    simulation.stop();
  }
});

const inDefault = { namespace: 'default' };
const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'example.com/agent:1' }] },
};
const sides = [
  ['the usual server', () => usual],
  ['the other server', () => other],
] as const;

it('shares no declaration between the releases', () => {
  const known = new Set(usualKinds);
  expect(otherKinds.filter((kind) => known.has(kind))).toEqual([]);
  expect(otherKinds.every(({ schema }) => schema !== undefined)).toBe(true);
  expect(ofRelease(configMap, defaultProfile.schemas)).toBe(configMap);
});

it('serves in the later release what Kubernetes serves then', () => {
  const namesIn = (kinds: readonly Kind[]): readonly string[] =>
    kinds.map((kind) => `${apiVersionOf(kind)} ${kind.kind}`);
  const later = new Set(namesIn(otherKinds));
  expect(namesIn(usualKinds).filter((name) => !later.has(name))).toEqual([
    'events.k8s.io/v1beta1 Event',
    'autoscaling/v2beta1 HorizontalPodAutoscaler',
    'batch/v1beta1 CronJob',
    'policy/v1beta1 PodDisruptionBudget',
    'policy/v1beta1 PodSecurityPolicy',
    'node.k8s.io/v1beta1 RuntimeClass',
    'discovery.k8s.io/v1beta1 EndpointSlice',
  ]);
});

describe.each(sides)('%s', (_, side) => {
  it('creates, reads, lists and watches objects in process, by any declaration', async () => {
    const { client } = side().simulation;
    const watch = client.watch(configMap, inDefault);
    const made = await client.create(configMap, {
      metadata: { ...inDefault, name: 'a' },
      data: { k: 'v' },
    });
    const ref = { ...inDefault, name: 'a' };
    for (const kind of [configMap, ofRelease(configMap, schemas)]) {
      expect(await client.get(kind, ref)).toEqual(made);
      expect((await client.list(kind, inDefault)).items).toContainEqual(made);
    }
    const [event] = await watch.next();
    expect(event).toMatchObject({ type: 'ADDED', object: { metadata: { name: 'a' } } });
    watch.stop();
    expect(
      await client.patch(configMap, ref, { type: 'merge', body: { data: null } }),
    ).not.toHaveProperty('data');
    await client.delete(configMap, ref);
    await expect(client.get(configMap, ref)).rejects.toSatisfy(isNotFound);
  });

  it('runs controllers, the scheduler and kubelets', async () => {
    const { client, run, pods } = side().simulation;
    await client.create(daemonSet, {
      metadata: { ...inDefault, name: 'agent' },
      spec: { selector: { matchLabels: { app: 'a' } }, template },
    });
    await run(30);
    expect((await pods()).map(({ status }) => status.phase)).toEqual(['Running']);
    expect(await client.get(daemonSet, { ...inDefault, name: 'agent' })).toMatchObject({
      status: { numberReady: 1 },
    });
    const reviews = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    const body = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } };
    expect(await request(side(), 'POST', reviews, { body })).toMatchObject({
      status: 201,
      body: { status: { allowed: true } },
    });
  });

  it('answers over HTTP, as JSON and as protobuf', async () => {
    const path = '/api/v1/namespaces/default/secrets';
    const lines = await Lines.open(side(), `${path}?watch=1`);
    const body = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' }, data: { k: 'dg==' } };
    expect((await request(side(), 'POST', path, { body })).status).toBe(201);
    expect(await lines.next()).toMatchObject({
      type: 'ADDED',
      object: { metadata: { name: 's' } },
    });
    lines.close();
    const accept = 'application/vnd.kubernetes.protobuf';
    const url = `${side().url}${path}/s`;
    const headers = { accept, authorization: `Bearer ${adminToken}` };
    const bytes = new Uint8Array(await (await fetch(url, { headers })).arrayBuffer());
    const { profile } = side().simulation.sim;
    const codec = new ProtobufCodec(profile.schemas);
    expect(codec.decode(bytes).object).toMatchObject({ kind: 'Secret', data: { k: 'dg==' } });
    const copy = { ...body, metadata: { name: 'copy' } };
    const sent = await fetch(`${side().url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': accept },
      body: codec.encode(copy, copy),
    });
    expect(sent.status).toBe(201);
  });

  it('says in all documents which release it is of', async () => {
    const { profile } = side().simulation.sim;
    const { gitVersion } = profile.release;
    expect((await request(side(), 'GET', '/version')).body).toMatchObject({
      gitVersion,
      minor: String(profile.minor),
    });
    const document = (await request(side(), 'GET', '/openapi/v2')).body as {
      readonly info: object;
    };
    expect(document.info).toMatchObject({ version: gitVersion });
    const nodes = (await request(side(), 'GET', '/api/v1/nodes')).body as {
      readonly items: readonly { readonly status: { readonly nodeInfo: object } }[];
    };
    expect(nodes.items[0]!.status.nodeInfo).toMatchObject({ kubeletVersion: gitVersion });
  });
});

const policies = '/apis/policy/v1beta1/podsecuritypolicies';
const inGadgets = '/apis/example.com/v1/namespaces/default/gadgets';
const gadgetOf = (name: string, spec: object = {}) => ({
  ...{ apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name }, spec },
});

async function documented(side: Side): Promise<readonly string[]> {
  const document = (await request(side, 'GET', '/openapi/v2')).body as {
    readonly definitions: Readonly<Record<string, object>>;
  };
  return Object.keys(document.definitions);
}

async function resourcesOf(side: Side, path: string): Promise<readonly string[]> {
  const { body } = await request(side, 'GET', path);
  const { resources = [] } = (body ?? {}) as {
    readonly resources?: readonly { readonly name: string }[];
  };
  return resources.map(({ name }) => name);
}

describe('a kind that one of the releases lacks', () => {
  it('is served by the other one only', async () => {
    expect((await request(usual, 'GET', policies)).status).toBe(200);
    expect((await request(other, 'GET', policies)).status).toBe(404);
    expect(await resourcesOf(usual, '/apis/policy/v1beta1')).toContain('podsecuritypolicies');
    expect(await resourcesOf(other, '/apis/policy/v1beta1')).not.toContain('podsecuritypolicies');
    const definition = podSecurityPolicy.schema.definition;
    expect(await documented(usual)).toContain(definition);
    expect(await documented(other)).not.toContain(definition);
  });

  it('is found by clients in process where it is served', async () => {
    const { client } = usual.simulation;
    expect((await client.list(podSecurityPolicy)).items).toEqual([]);
    await expect(other.simulation.client.list(podSecurityPolicy)).rejects.toSatisfy(isNotFound);
  });
});

describe('a kind that one of the releases has in addition', () => {
  it('is served by that one only', async () => {
    const body = gadgetOf('g', { size: 2 });
    expect((await request(usual, 'POST', inGadgets, { body })).status).toBe(404);
    expect((await request(other, 'POST', inGadgets, { body })).status).toBe(201);
    expect((await request(other, 'GET', `${inGadgets}/g`)).body).toMatchObject(body);
    expect(await resourcesOf(usual, '/apis/example.com/v1')).toEqual([]);
    expect(await resourcesOf(other, '/apis/example.com/v1')).toEqual(['gadgets']);
    expect(await documented(usual)).not.toContain('com.example.v1.Gadget');
    expect(await documented(other)).toContain('com.example.v1.Gadget');
  });

  it('has the fields and the defaults of its release, in process and in protobuf', async () => {
    const { client } = other.simulation;
    const spec = { later: 'x' } as Gadget['spec'];
    await client.create(gadget, { metadata: { ...inDefault, name: 'd' }, spec });
    const found = await client.get(gadget, { ...inDefault, name: 'd' });
    expect(found.spec).toEqual({ size: 1 });
    const codec = new ProtobufCodec(schemas);
    expect(codec.decode(codec.encode(found, found)).object).toMatchObject({ spec: { size: 1 } });
  });

  it('is a known type where bodies of other kinds are read', async () => {
    const told = async (side: Side): Promise<string> => {
      const body = gadgetOf('g');
      const answer = await request(side, 'POST', '/api/v1/namespaces', { body });
      return (answer.body as { readonly message: string }).message;
    };
    expect(await told(usual)).toContain('no kind "Gadget" is registered');
    expect(await told(other)).toContain('unknown conversion');
  });

  it('is known to scenarios that are read with its release', () => {
    const text = `steps:\n  - { at: 1s, apply: ${JSON.stringify(gadgetOf('g'))} }\nuntil: 2s\n`;
    const problemsOf = (registry: KindRegistry): readonly string[] =>
      checkScenario('s.yaml', registry, { text }).problems.map(({ message }) => message);
    expect(problemsOf(new KindRegistry(another, otherKinds))).toEqual([]);
    expect(problemsOf(new KindRegistry(defaultProfile)).join()).toContain('example.com/v1');
  });
});

it('takes definitions of custom resources in both', async () => {
  const definition = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.org' },
    spec: {
      group: 'example.org',
      names: { kind: 'Widget', plural: 'widgets' },
      scope: 'Namespaced',
      versions: [
        {
          ...{ name: 'v1', served: true, storage: true },
          schema: {
            openAPIV3Schema: { type: 'object', properties: { size: { type: 'integer' } } },
          },
        },
      ],
    },
  };
  const path = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const widgets = '/apis/example.org/v1/namespaces/default/widgets';
  for (const side of [usual, other]) {
    expect((await request(side, 'POST', path, { body: definition })).status).toBe(201);
    await side.simulation.run(1);
    const body = { apiVersion: 'example.org/v1', kind: 'Widget', metadata: { name: 'w' }, size: 3 };
    expect((await request(side, 'POST', widgets, { body })).status).toBe(201);
    expect((await request(side, 'GET', `${widgets}/w`)).body).toMatchObject({ size: 3 });
  }
});

it('begins at the usual time, with the usual namespaces, in both', async () => {
  for (const { simulation } of [usual, other]) {
    expect(simulation.sim.clock.now()).toBeGreaterThan(START);
    const { items } = await simulation.client.list(namespace);
    expect(items.map(({ metadata }) => metadata.name)).toEqual([
      'default',
      'kube-node-lease',
      'kube-public',
      'kube-system',
    ]);
  }
});
