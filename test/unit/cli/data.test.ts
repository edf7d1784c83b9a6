/** `orrery data` as its users see it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { machineTimers, VirtualClock } from '#clock';
import { openData } from '#durable';
import { MemoryStore } from '#store';
import { check, compact, exportObjects } from '../../../src/cli/data/data.ts';

let folder: string;
let printed: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-data-'));
  printed = '';
  vi.stubEnv('NO_COLOR', '1');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text as string;
    return true;
  });
  const { turn } = machineTimers();
  const data = await openData(folder, { durability: 'relaxed', turn, onFailure: () => undefined });
  const store = new MemoryStore({ clock: new VirtualClock({ start: 0 }), journal: data });
  data.loadInto(store);
  for (const name of ['b', 'a', 'c']) {
    const metadata = { name, uid: name, creationTimestamp: '', resourceVersion: '' };
    await store.put(
      'configmaps',
      name,
      { apiVersion: 'v1', kind: 'ConfigMap', metadata },
      {
        origin: { actor: 'test' },
      },
    );
  }
  await data.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

it('checks and repairs', async () => {
  expect(await check(folder, { output: 'text', repair: false })).toBe(0);
  expect(printed).toMatch(
    /^FILE +BYTES +RECORDS +STATE\nlog-000001 +\d+ +3 +sound\nSound, up to revision 3\.\n$/,
  );
  const log = join(folder, 'log-000001');
  const bytes = readFileSync(log);
  bytes[bytes.indexOf('"revision":2')]! ^= 1;
  writeFileSync(log, bytes);
  printed = '';
  expect(await check(folder, { output: 'text', repair: false })).toBe(1);
  expect(printed).toContain(
    `data check ${folder} --repair\` would lose the writes behind revision 1.`,
  );
  printed = '';
  expect(await check(folder, { output: 'json', repair: true })).toBe(0);
  expect(JSON.parse(printed)).toMatchObject({ revision: 1, lost: 'the writes behind revision 1' });
});

it('compacts, and exports in the order of keys', async () => {
  expect(await compact(folder, { output: 'text' })).toBe(0);
  expect(printed).toMatch(/^\d+ bytes became \d+: 3 objects at revision 3\.\n$/);
  printed = '';
  expect(await exportObjects(folder, { output: 'json' })).toBe(0);
  const { items } = JSON.parse(printed) as { items: { metadata: { name: string } }[] };
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b', 'c']);
  printed = '';
  await exportObjects(folder, { output: 'yaml' });
  expect(printed.match(/^---$/gm)).toHaveLength(3);
});
