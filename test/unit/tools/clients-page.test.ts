/** The page about real clients, which is written from what was kept of their runs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { clients } from '../../../tools/clients/clients.ts';
import { keptFile, readKept, withReport } from '../../../tools/clients/kept.ts';
import { clientsPage, clientsPageFile } from '../../../tools/clients/page.ts';
import { root } from '../../support/imports.ts';

const report = {
  ...{ client: 'kubectl', asked: '1.30', version: 'v1.30.14', kubernetes: '1.37' },
  steps: [
    { step: 'a', outcome: 'passed' as const },
    { step: 'b', outcome: 'failed' as const, why: 'it ended' },
    { step: 'c', outcome: 'skipped' as const, why: 'it came with 1.37' },
  ],
};

it('docs/clients.md is what was kept', async () => {
  const page = readFileSync(join(root, clientsPageFile), 'utf8');
  const kept = readKept(join(root, keptFile));
  expect(page, 'npm run generate writes it').toBe(await clientsPage(kept));
});

it('has a row for each client, and says which were not run', async () => {
  const page = await clientsPage({});
  for (const { name, version } of clients)
    expect(page).toMatch(
      new RegExp(`^\\| ${name} +\\| ${version.replaceAll('.', '\\.')} .*not run`, 'm'),
    );
});

it('shows what came of a client against each release', async () => {
  const page = await clientsPage(withReport({}, report, '2026-11-30'));
  expect(page).toMatch(
    /^\| kubectl +\| v1\.30\.14 +\| 1\.37 +\| 3 +\| 1 +\| 1 +\| 1 +\| 2026-11-30 \|/m,
  );
  expect(page).toMatch(/^\| kubectl +\| 1\.30 +\| 1\.30 +\|(?: +\|){4} not run +\|/m);
});

it('keeps what it had of other releases, and of a client that cannot be had', () => {
  const kept = withReport({}, report, '2026-11-30');
  const again = withReport(kept, { ...report, kubernetes: '1.30' }, '2026-12-01');
  expect(Object.keys(again['kubectl@1.30']!)).toEqual(['1.30', '1.37']);
  expect(again['kubectl@1.30']!['1.37']).toEqual(kept['kubectl@1.30']!['1.37']);
  expect(withReport(kept, { ...report, steps: [], skipped: 'no' }, '2026-12-01')).toBe(kept);
});
