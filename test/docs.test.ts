/** The docs describe the code as it is: the table of rooms, and where packages are used. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Pod } from '#types';
import { controllers } from '#controllers';
import { accountOf } from '#runtime';
import { behaviourOf, simAnnotations } from '#pool';
import { importsOf, root, rooms, sources } from './support/imports.ts';
import { verbs } from '../src/scenario/steps/index.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The cells of the rows of all tables. */
function rowsIn(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.slice(1, -1).split('|'))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const codeIn = (cell: string): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);

describe('the picture of rooms', () => {
  const [, picture, list] = /## The rooms\n[^`]*(?:`[^`]+`[^`]*)*?```\n(.*?)```\n(.*?)## /s.exec(
    read('docs/architecture.md'),
  )!;
  /** The line of each room, from the top. Labels stand in front of the rooms. */
  const lines = new Map(
    picture!.split('\n').flatMap(
      (line, index) =>
        line
          .slice(24)
          .match(/\w+/g)
          ?.map((room) => [room, index] as const) ?? [],
    ),
  );

  it.each(Object.entries(rooms))('shows %s above what it imports', (room, allowed) => {
    const name = room.replace('src/', '');
    for (const each of allowed) {
      expect(lines.get(each.slice(1)), `${name} imports ${each}`).toBeGreaterThan(lines.get(name)!);
    }
  });

  it('has every room and nothing else, and so has the list below it', () => {
    const folders = sources('src').map((file) => file.split('/')[1]!.replace(/(-\w+)?\.ts$/, ''));
    const expected = [...new Set([...folders, 'controllers'])].sort();
    expect([...lines.keys()].sort()).toEqual(expected);
    const listed = [...list!.matchAll(/^- \*\*(\w+)\*\*/gm)].map(([, name]) => name!);
    expect(listed.sort()).toEqual(expected);
  });
});

describe('the table of the folders of the page', () => {
  const table = new Map(
    rowsIn(read('docs/architecture.md')).map(([folder, , imports]) => [
      codeIn(folder!)[0] ?? '',
      imports!,
    ]),
  );
  const ofPage = readdirSync(join(root, 'ui'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `ui/${name}`);

  it.each(ofPage)('says what %s imports', (folder) => {
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join(folder, file));
    const found = files.flatMap((file) =>
      importsOf(file).flatMap((target) => {
        if (target.startsWith('#')) return [target.slice(1)];
        if (!target.startsWith('.')) return [];
        const reached = join(dirname(file), target).split('/').slice(0, 2).join('/');
        return reached === folder ? [] : [reached];
      }),
    );
    expect(namesIn(table.get(folder) ?? 'no row')).toEqual([...new Set(found)].sort());
  });

  function namesIn(cell: string): string[] {
    if (cell === 'nothing') return [];
    return cell.split(', ').sort();
  }
});

describe('the list of packages', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest;
  const text = read('docs/dependencies.md');
  const rows = rowsIn(text);
  const files = [...sources('src'), ...sources('controllers')];

  it.each(Object.keys(dependencies))('says where %s is used', (name) => {
    const row = rows.find(([first]) => first === name);
    const users = files.filter((file) => importsOf(file).some((each) => isOf(each, name)));
    const places = codeIn(row?.[2] ?? '');
    expect(users.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([]);
    expect(places.filter((place) => !users.some((file) => file.startsWith(place)))).toEqual([]);
    expect(users).not.toEqual([]);
  });

  it('names those for development too', () => {
    const named = rows.flatMap(([first]) => first!.split(', '));
    const wanted = Object.keys(devDependencies).filter((name) => !name.startsWith('@types/'));
    expect(wanted.filter((name) => !named.includes(name))).toEqual([]);
  });

  const isOf = (target: string, name: string): boolean =>
    target === name || target.startsWith(`${name}/`);
});

describe('the description of the scenario language', () => {
  it('has a row for each verb, and for nothing else', () => {
    expect(verbsIn(read('docs/reference/scenario-language.md')).sort()).toEqual(
      verbs.map(({ name }) => name).sort(),
    );
  });

  /** What the tables name whose first column is called Verb. */
  function verbsIn(text: string): string[] {
    const tables = text.split('\n\n').filter((part) => /^\| Verb /.test(part));
    return tables.flatMap((table) => rowsIn(table).flatMap(([first]) => codeIn(first!)));
  }
});

describe('the description of the sim/ annotations', () => {
  const page = read('docs/reference/sim-annotations.md');
  const described = rowsIn(page)
    .flatMap(([first]) => codeIn(first!))
    .filter((name) => name.startsWith('sim/'));

  it('has a row for each that a pod is asked for', () => {
    expect(askedOfPods().filter((name) => !described.includes(name))).toEqual([]);
  });

  it('has a row for each that lint knows, and for nothing else', () => {
    const known = described.filter((name) => name !== 'sim/metric-NAME');
    expect([...new Set(known)].sort()).toEqual([...simAnnotations].sort());
  });

  it('has a row for nothing that the code does not read', () => {
    const inUse = [...askedOfPods(), ...namedInCode()];
    expect(described.filter((name) => !inUse.includes(family(name)))).toEqual([]);
  });

  it('mentions each that stands whole in the code', () => {
    const mentioned = [...page.matchAll(/`(sim\/[^`]+)`/g)].map(([, name]) => family(name!));
    expect(namedInCode().filter((name) => !mentioned.includes(name))).toEqual([]);
  });

  function askedOfPods(): string[] {
    const asked = new Set<string>();
    const annotations = new Proxy<Record<string, string>>(
      { 'sim/crash-seconds': '1' },
      {
        get: (given, name: string) => {
          asked.add(name);
          return given[name];
        },
      },
    );
    const pod = {
      metadata: { annotations },
      spec: { initContainers: [{}], containers: [{}] },
      status: {},
    };
    behaviourOf(pod as unknown as Pod);
    return [...asked].filter((name) => name.startsWith('sim/')).sort();
  }

  /** `sim/metric-NAME` stands for all that begin so. */
  function family(name: string): string {
    return name.replace(/NAME$/, '');
  }

  /** Those that stand whole in the code. */
  function namedInCode(): string[] {
    const files = [...sources('src'), ...sources('controllers')];
    const names = files.flatMap((file) =>
      [...read(file).matchAll(/'(sim\/[a-z-]+)'/g)].map(([, name]) => name!),
    );
    return [...new Set(names)].sort();
  }
});

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

describe('the accounts of controllers in the reference of serve', () => {
  it('have a row each, with the controllers that act as them', () => {
    const page = readFileSync(join(root, 'docs/reference/serve.md'), 'utf8');
    const [, table = ''] = page.split('| Account in `kube-system`');
    const rows = table.split('\n\n', 1)[0]!.split('\n').slice(2);
    const named = rows.flatMap((row) => {
      const [account, ...those] = [...row.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
      return those.map((name) => [name, account]);
    });
    const acting = controllers.map((each) => [each.name, accountOf(each)]);
    const known = acting.filter(([, account]) => account !== undefined);
    expect(named.map(String).sort()).toEqual(known.map(String).sort());
  });
});
