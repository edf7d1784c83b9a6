/** Recordings of several types: files, or watches one after the other, are one recording. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importedFrom, importState } from '../../../../src/cli/import/import.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-recordings-'));
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
});
afterEach(() => rmSync(folder, { recursive: true }));

const version = (type: string, name: string, revision: number, more: object, data: object) =>
  JSON.stringify({
    type,
    object: {
      ...{ apiVersion: 'v1', kind: name.startsWith('s') ? 'Service' : 'ConfigMap' },
      metadata: {
        ...{ name, namespace: 'shop', uid: name, resourceVersion: String(revision) },
        ...{ creationTimestamp: '2026-03-01T10:00:00Z', ...more },
      },
      ...data,
    },
  });
const by = (time: string) => ({
  managedFields: [
    { manager: 'a', operation: 'Update', apiVersion: 'v1', time, fieldsType: 'FieldsV1' },
  ],
});
const spec = (port: number) => ({ spec: { ports: [{ port }], selector: { a: 'b' } } });

const maps = [
  version('ADDED', 'conf', 12, {}, { data: { a: '1' } }),
  version('MODIFIED', 'conf', 15, by('2026-03-01T10:01:00Z'), { data: { a: '2' } }),
  version('MODIFIED', 'conf', 25, by('2026-03-01T10:03:00Z'), { data: { a: '3' } }),
].join('\n');
const services = [
  version('ADDED', 'svc', 10, {}, spec(80)),
  version('MODIFIED', 'svc', 20, by('2026-03-01T10:02:00Z'), spec(81)),
  version('ADDED', 'svc-new', 30, { creationTimestamp: '2026-03-01T10:04:00Z' }, spec(82)),
].join('\n');
const expected = [
  { patch: { name: 'conf', body: { data: { a: '2' } } } },
  { patch: { name: 'svc' } },
  { patch: { name: 'conf', body: { data: { a: '3' } } } },
  { apply: { metadata: { name: 'svc-new' } } },
];

it('of watches one after the other in a file', () => {
  const { objects, steps } = importedFrom(`${maps}\n${services}`, 'all.json', 'all');
  expect(objects.map(({ metadata }) => metadata.name)).toEqual(['conf', 'svc']);
  expect(steps).toMatchObject(expected);
});

it('of several files, in the order of their revisions and at their times', () => {
  const files = Object.entries({ services, maps }).map(([name, text]) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, text);
    return file;
  });
  const output = join(folder, 'replay.yaml');
  expect(importState(files, { output })).toBe(0);
  const written = readFileSync(output, 'utf8');
  expect(written).toContain(`Imported from ${files.join(', ')}`);
  const times = [...written.matchAll(/- at: (\S+)\n {4}(\w+):/g)].map(([, at, verb]) => [at, verb]);
  expect(times).toEqual([
    ...[
      ['60s', 'patch'],
      ['120s', 'patch'],
      ['180s', 'patch'],
      ['240s', 'apply'],
    ],
  ]);
});
