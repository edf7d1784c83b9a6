/** The parameters of the published API, with their types and descriptions. */
import { profileOf } from '#kinds';
import { expect, it } from 'vitest';
import {
  namespaceParameter,
  nameParameter,
  optionParameter,
  parametersOf,
  pathParameter,
  type Parameter,
} from '../../../../src/server/openapi/parameters.ts';

const verbs = [
  ...(['get', 'list', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const),
  ...(['log', 'connect', 'document'] as const),
];
const options = [
  ...([
    ['command', 'texts'],
    ['container', 'text'],
    ['path', 'rest'],
    ['ports', 'numbers'],
  ] as const),
  ...([
    ['stderr', 'flag'],
    ['stdin', 'flag'],
    ['stdout', 'flag'],
    ['tty', 'flag'],
  ] as const),
];

it('are these', async () => {
  const named = (names: readonly Parameter[]): string => names.map(({ name }) => name).join(', ');
  const all = new Map<string, Parameter>();
  const lines: string[] = [];
  for (const verb of verbs) {
    const [without, withChecks] = [
      parametersOf(verb, profileOf(24)),
      parametersOf(verb, profileOf(25)),
    ];
    lines.push(`${verb}: ${named(without)}`);
    if (withChecks.length > without.length) lines.push(`${verb}, checked: ${named(withChecks)}`);
    for (const each of withChecks) all.set(`${verb === 'log' ? 'log ' : ''}${each.name}`, each);
  }
  const others = [nameParameter, namespaceParameter, pathParameter];
  for (const each of others) all.set(`in the path ${each.name}`, each);
  for (const [name, form] of options) all.set(`option ${name}`, optionParameter(name, form));
  for (const [key, { name, in: place, type, description }] of all) {
    lines.push(`${key}: ${name}, ${place}, ${type}: ${description}`);
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('parameters.txt');
});
