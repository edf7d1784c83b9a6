/** The notebook of the examples, cell by cell, by Python against the built command. Jupyter is not needed. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../support/imports.ts';

interface Notebook {
  readonly nbformat: number;
  readonly cells: readonly {
    readonly cell_type: 'code' | 'markdown';
    readonly source: readonly string[];
    readonly outputs?: readonly unknown[];
  }[];
}

const file = join(root, 'examples/notebook/rolling-update.ipynb');
const notebook = JSON.parse(readFileSync(file, 'utf8')) as Notebook;
const code = notebook.cells.filter((cell) => cell.cell_type === 'code');

/** What a notebook shows, as files. */
const shown = `
import pathlib
class SVG:
    def __init__(self, data):
        self.data = data
def display(svg):
    folder = pathlib.Path(__file__).parent
    (folder / f"{len(list(folder.glob('*.svg')))}.svg").write_text(svg.data)
`;

const hasPython = spawnSync('python3', ['--version']).status === 0;
const why = hasPython ? '' : ' (skipped: there is no python3 here)';

describe('the notebook', () => {
  it('has no outputs, so that running it changes nothing but those', () => {
    expect(notebook.nbformat).toBe(4);
    expect(code.length).toBeGreaterThan(3);
    expect(code.flatMap(({ outputs }) => outputs)).toEqual([]);
  });
});

describe.skipIf(!hasPython)(`its cells${why}`, () => {
  let folder: string;
  let printed: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'orrery-notebook-'));
    mkdirSync(join(folder, 'IPython'));
    writeFileSync(join(folder, 'IPython/__init__.py'), '');
    writeFileSync(join(folder, 'IPython/display.py'), shown);
    const text = code.map(({ source }) => source.join('')).join('\n\n');
    const env = { ...process.env, PYTHONPATH: folder, ORRERY: join(root, 'dist/orrery.js') };
    printed = execFileSync('python3', ['-B', '-c', text], { env, encoding: 'utf8' });
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const picture = (at: number): string => readFileSync(join(folder, `IPython/${at}.svg`), 'utf8');

  it('print the numbers of the run', () => {
    expect(printed).toMatch(/^desiredNumberScheduled 0s:0 0s:5 60s:4 /m);
    expect(printed).toMatch(/^numberUnavailable .*\b14s:2\b/m);
  });

  it('ask why, and compare with a changed run', () => {
    expect(printed).toContain('DaemonSet default/agent  status.numberUnavailable = 2');
    const [, two, one] = /^two at a time: (\d+) s, one at a time: (\d+) s$/m.exec(printed)!;
    expect(Number(one)).toBeGreaterThan(Number(two));
  });

  it('show the moving picture, and a line for each number', () => {
    expect(picture(0)).toContain('@keyframes');
    expect([...picture(1).matchAll(/<path /g)]).toHaveLength(3);
  });
});
