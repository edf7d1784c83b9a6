/** A field of a later release, which is one line of the notation: what follows from it everywhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kindsOf } from '#catalog';
import { machineTimers, Random, VirtualClock } from '#clock';
import { defaultProfile, namespace, makeProfile, type Profile } from '#kinds';
import { Schemas, type SchemaModule } from '#schema';
import { admin, createServerApp, listen, Tokens, type Listening } from '#server';
import { MemoryStore } from '#store';
import { schemaModules } from '../../src/kinds/schemas/modules.ts';
import { ProtobufCodec } from '../../src/server/protobuf/codec.ts';
import { context } from '../support/api.ts';
import { adminToken } from '../support/server.ts';
import { TestApi } from '../support/test-api.ts';
import { request } from './client.ts';

const line = 'backoffLimitPerNode: *int32 #99 since=1.28 gate=BackoffPerNode >=0';

const modules: readonly SchemaModule[] = schemaModules.map((module) =>
  module.name === 'batch/v1'
    ? { ...module, texts: module.texts.map((text) => text.replace('\nJobSpec {', `$&\n  ${line}`)) }
    : module,
);

function profileOf(minor: number, isOn: boolean): Profile {
  const { release } = defaultProfile;
  const gates = new Map([
    ...defaultProfile.gates,
    ['BackoffPerNode', { since: 28, default: isOn }] as const,
    ['ServerSideFieldValidation', { since: 25, default: true }] as const,
  ]);
  return makeProfile({ minor, release, gates, schemas: new Schemas(modules, minor) });
}

interface Side {
  readonly url: string;
  readonly profile: Profile;
}

const clock = new VirtualClock({ start: 1_795_204_800_000 });
const stores: MemoryStore[] = [];
const open: Listening[] = [];

async function serve(profile: Profile, store: MemoryStore): Promise<Side> {
  const api = new TestApi({
    ...{ store, clock, random: new Random(1), profile, kinds: kindsOf(profile) },
  });
  if (store.revision() === 0)
    await api.create(context, namespace, { metadata: { name: 'default' } });
  const tokens = new Tokens();
  tokens.add(adminToken, admin);
  const timers = machineTimers();
  const app = createServerApp({ api, now: () => clock.now(), tokens, timers });
  const listening = await listen(app, { host: '127.0.0.1', port: 0, timers });
  open.push(listening);
  return { url: `http://127.0.0.1:${listening.port}`, profile };
}

let before: Side;
let off: Side;
let on: Side;

beforeAll(async () => {
  stores.push(new MemoryStore({ clock }), new MemoryStore({ clock }));
  before = await serve(profileOf(27, true), stores[0]!);
  off = await serve(profileOf(28, false), stores[1]!);
  // The same objects, with the gate on.
  on = await serve(profileOf(28, true), stores[1]!);
});

afterAll(async () => {
  for (const listening of open) await listening.close();
  for (const store of stores) store.close();
});

const jobs = '/apis/batch/v1/namespaces/default/jobs';

const jobOf = (name: string, spec: object = { backoffLimitPerNode: 2 }): object => ({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name, namespace: 'default' },
  spec: {
    template: {
      spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'example.com/a:1' }] },
    },
    ...spec,
  },
});

const limitOf = (body: unknown): unknown =>
  (body as { readonly spec: Readonly<Record<string, unknown>> }).spec['backoffLimitPerNode'];

async function propertiesIn(side: Side): Promise<Readonly<Record<string, object>>> {
  const { body } = await request(side, 'GET', '/openapi/v2');
  const { definitions } = body as {
    readonly definitions: Readonly<Record<string, { readonly properties: object }>>;
  };
  return definitions['io.k8s.api.batch.v1.JobSpec']!.properties as Readonly<Record<string, object>>;
}

describe('a field since 1.28 behind a gate', () => {
  it('is unknown in 1.27: not published, refused where fields are checked, lost else', async () => {
    expect(await propertiesIn(before)).not.toHaveProperty('backoffLimitPerNode');
    const strict = await request(before, 'POST', `${jobs}?fieldValidation=Strict`, {
      body: jobOf('strict'),
    });
    expect(strict.status).toBe(400);
    expect(strict.body).toMatchObject({
      message: expect.stringContaining('unknown field "spec.backoffLimitPerNode"') as string,
    });
    const loose = await request(before, 'POST', jobs, { body: jobOf('loose') });
    expect(limitOf(loose.body)).toBeUndefined();
  });

  it('is published in 1.28, and known where fields are checked', async () => {
    for (const side of [off, on]) {
      expect(await propertiesIn(side)).toMatchObject({
        backoffLimitPerNode: { type: 'integer', format: 'int32' },
      });
      const path = `${jobs}?fieldValidation=Strict&dryRun=All`;
      expect((await request(side, 'POST', path, { body: jobOf('strict') })).status).toBe(201);
    }
  });

  it('is lost while the gate is off, and stays while it is on', async () => {
    expect(limitOf((await request(off, 'POST', jobs, { body: jobOf('off') })).body)).toBe(
      undefined,
    );
    expect(limitOf((await request(on, 'POST', jobs, { body: jobOf('on') })).body)).toBe(2);
  });

  it('stays with the gate off on an object that has it', async () => {
    await request(on, 'POST', jobs, { body: jobOf('has') });
    const path = `${jobs}/has`;
    const patch = {
      body: { metadata: { labels: { a: 'b' } } },
      headers: { 'content-type': 'application/merge-patch+json' },
    };
    expect(limitOf((await request(off, 'PATCH', path, patch)).body)).toBe(2);
  });

  it('has its bounds checked', async () => {
    const { status, body } = await request(on, 'POST', jobs, {
      body: jobOf('low', { backoffLimitPerNode: -1 }),
    });
    expect(status).toBe(422);
    expect(body).toMatchObject({
      message: expect.stringContaining(
        'spec.backoffLimitPerNode: Invalid value: -1: must be greater than or equal to 0',
      ) as string,
    });
  });

  it('has its number in protobuf', () => {
    const meta = { apiVersion: 'batch/v1', kind: 'Job' };
    const job = { ...meta, spec: { backoffLimitPerNode: 2 } };
    const bytes = new ProtobufCodec(on.profile.schemas).encode(job, meta);
    expect(new ProtobufCodec(off.profile.schemas).decode(bytes).object).toMatchObject(job);
    const { object } = new ProtobufCodec(before.profile.schemas).decode(bytes);
    expect(limitOf(object)).toBeUndefined();
    // Field 99 of the spec, as a number: 99 << 3 in two bytes of seven bits, the lower ones first.
    expect([...bytes].join(' ')).toContain(`${((99 << 3) & 127) | 128} ${(99 << 3) >> 7} 2`);
  });

  it('has owners, and is applied', async () => {
    const path = `${jobs}/applied?fieldManager=me`;
    const { status, body } = await request(on, 'PATCH', path, {
      body: jobOf('applied'),
      headers: { 'content-type': 'application/apply-patch+yaml' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      metadata: {
        managedFields: [{ manager: 'me', fieldsV1: { 'f:spec': { 'f:backoffLimitPerNode': {} } } }],
      },
    });
  });
});
