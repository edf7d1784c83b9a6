/** The page in a checkout in which `npm ci && npm start` ran and nothing else. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const sources = ['src', 'controllers', 'ui', 'tools', 'scenarios', 'package.json', 'tsconfig.json'];

describe('a checkout without a page', () => {
  let checkout: string;
  const orrery = (...args: readonly string[]): SpawnSyncReturns<string> =>
    spawnSync(process.execPath, [join(checkout, 'dist/orrery.js'), ...args], {
      cwd: checkout,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    });

  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'orrery-checkout-'));
    for (const name of sources) cpSync(join(root, name), join(checkout, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    const isPage = (path: string): boolean => /dist[\\/](page|site)/.test(path.slice(root.length));
    cpSync(join(root, 'dist'), join(checkout, 'dist'), {
      recursive: true,
      filter: (path) => !isPage(path),
    });
  });
  afterAll(() => {
    rmSync(checkout, { recursive: true, force: true });
  });

  it('says what is wrong with a report before the run, not after it', () => {
    const broken = join(checkout, 'tools/build-page.js');
    const text = readFileSync(broken, 'utf8');
    try {
      rmSync(broken);
      const { status, stdout, stderr } = orrery(
        'run',
        'daemonset/rolling-update',
        '--report',
        'my.html',
      );
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toContain('neither the page nor what builds it');
    } finally {
      cpSync(join(root, 'tools/build-page.js'), broken);
    }
    expect(readFileSync(broken, 'utf8')).toBe(text);
    const nowhere = orrery('run', 'daemonset/rolling-update', '--report', 'no/such/folder/my.html');
    expect([nowhere.status, nowhere.stdout]).toEqual([2, '']);
    expect(nowhere.stderr).toContain('cannot save the report in no/such/folder/my.html: ENOENT');
  });

  it('builds it for the first report, and only then', () => {
    const first = orrery('run', 'daemonset/rolling-update', '--report', 'my.html');
    expect([first.status, first.stderr]).toEqual([
      0,
      'The page is built once; that takes a few seconds.\n',
    ]);
    expect(readFileSync(join(checkout, 'my.html'), 'utf8')).toContain('id="engine"');
    const second = orrery('run', 'daemonset/rolling-update', '--report', 'other.html');
    expect([second.status, second.stderr]).toEqual([0, '']);
    expect(existsSync(join(checkout, 'other.html'))).toBe(true);
  });
});
