/** What the docs say of the code is so: the table of rooms, and where packages are used. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importsOf, root, rooms, sources } from './support/imports.ts';

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

describe('the table of rooms', () => {
  const table = new Map(
    rowsIn(read('docs/architecture.md')).map(([folder, , imports]) => [
      codeIn(folder!)[0] ?? '',
      imports!,
    ]),
  );

  it.each(Object.entries(rooms))('says what %s imports', (room, allowed) => {
    const name = room === 'controllers' ? 'controllers/NAME' : room;
    expect(namesIn(table.get(name) ?? 'no row')).toEqual(
      allowed.map((each) => each.slice(1)).sort(),
    );
  });

  it('has a row for every room and for nothing else', () => {
    const folders = sources('src').map((file) => file.split('/').slice(0, 2).join('/'));
    const expected = new Set([...folders, 'controllers/NAME']);
    expect([...table.keys()].filter((name) => name.includes('/')).sort()).toEqual(
      [...expected].sort(),
    );
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

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
