/** What is served, against v1.24: groups and versions in order, every resource, columns of tables, and warnings. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  startBareServer,
  tokens,
  type BareServer,
} from '../../../tools/conformance/bare-server.ts';
import { sender } from '../../../tools/conformance/checks/send.ts';
import { readDiscovery, type Discovered } from '../../../tools/conformance/discovery/read.ts';

const recorded = new URL('../../conformance/discovery.json', import.meta.url);
const expected = JSON.parse(readFileSync(recorded, 'utf8')) as Discovered;

/** The group of runtime classes has a second name here. */
const isOurOwn = (name: string): boolean => name.startsWith('node.cluster.io');

function own<T>(all: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !isOurOwn(name)));
}

let server: BareServer;
let ours: Discovered;

beforeAll(async () => {
  const features = { CronJobTimeZone: true, HPAScaleToZero: true };
  server = await startBareServer({ minor: 24, features, isCompacted: false });
  const send = sender(server.url, tokens.admin);
  ours = await readDiscovery(send);
  send.close();
});

afterAll(() => server.close());

it('lists the groups and versions of v1.24 in its order', () => {
  expect(ours.groups.filter(({ name }) => !isOurOwn(name))).toEqual(expected.groups);
});

describe.each(Object.entries(expected.resources))('of %s', (version, resources) => {
  it.each(resources)('serves $name as v1.24 does', (resource) => {
    const found = ours.resources[version]!.find(({ name }) => name === resource.name);
    expect(found).toEqual(resource);
  });

  it('serves nothing else', () => {
    const names = (list: typeof resources): readonly string[] => list.map(({ name }) => name);
    expect(names(ours.resources[version]!)).toEqual(names(resources));
  });
});

it.each(Object.entries(expected.columns))('shows %s in the columns of v1.24', (title, columns) => {
  expect(ours.columns[title]).toEqual(columns);
});

it('warns of the resources that v1.24 warns of', () => {
  expect(own(ours.warnings)).toEqual(expected.warnings);
});
