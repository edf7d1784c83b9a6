/** The page about releases, which is written from the tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { releases } from '#kinds';
import { VERSIONS_PAGE, versionsPage } from '../../../tools/versions-page.ts';
import { root } from '../../support/imports.ts';

it('docs/versions.md is what the tables say', async () => {
  const page = readFileSync(join(root, VERSIONS_PAGE), 'utf8');
  expect(page, 'npm run generate writes it').toBe(await versionsPage());
});

it('it has each release, and what came and went with it', async () => {
  const page = await versionsPage();
  for (const [minor, { gitVersion }] of releases)
    expect(page).toMatch(
      new RegExp(`^\\| 1\\.${minor}\\b.*${gitVersion.replaceAll('.', '\\.')}`, 'm'),
    );
  const [, since30 = ''] = /\n### 1\.30\n(.*?)\n### /s.exec(page) ?? [];
  expect(since30).toContain('`admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy`');
  expect(since30).toContain('`JobSpec.successPolicy`');
  expect(page).toMatch(/^- No longer: /m);
});
