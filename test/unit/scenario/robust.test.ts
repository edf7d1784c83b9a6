/** Whatever a file contains, its problems are reported: nothing is thrown. */
import { defaultProfile } from '#kinds';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { checkScenario } from '#scenario';

const kinds = new KindRegistry(defaultProfile);
const page = readFileSync(
  join(import.meta.dirname, '../../../docs/reference/scenario-language.md'),
  'utf8',
);
/** All there is in the language, as far as it is described. */
const examples = [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text!);
const manifest = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\n';

const check = (text: string, web = manifest): unknown =>
  checkScenario('x.yaml', kinds, {
    controllers: ['daemonset'],
    sources: Object.entries({ 'x.yaml': text, 'web.yaml': web, 'rollout.yaml': text }).map(
      ([file, text]) => ({ file, text }),
    ),
  });

/** Pieces that turn YAML, or the meaning of a scenario, into something else. */
const piece = fc.constantFrom(
  ...[
    '',
    ' ',
    '\n',
    ':',
    '- ',
    '{',
    '}',
    '[',
    ']',
    '? ',
    '&a ',
    '*a',
    '<<: ',
    '!!binary ',
    '~',
    'null',
    '#',
    '|',
    "'",
    '"',
  ],
  ...[
    '${',
    '${i}',
    '${x}',
    '}',
    '0',
    '-1',
    '1e400',
    '.nan',
    'true',
    '---\n',
    '\t',
    '\0',
    '\ud800',
    '__proto__',
    'steps:',
    'at: ',
  ],
);
const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), cut: fc.nat(12), piece });
const edited = (
  text: string,
  edits: readonly { at: number; cut: number; piece: string }[],
): string =>
  edits.reduce((before, { at, cut, piece }) => {
    const from = Math.floor(at * before.length);
    return before.slice(0, from) + piece + before.slice(from + cut);
  }, text);

it('takes any text', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...examples),
      fc.array(edit, { minLength: 1, maxLength: 4 }),
      fc.array(edit, { maxLength: 2 }),
      (example, edits, manifestEdits) => {
        expect(check(edited(example, edits), edited(manifest, manifestEdits))).toBeDefined();
      },
    ),
    { numRuns: 300 },
  );
});

it.each([
  '? [a]\n: b',
  '{ : x }',
  '- ',
  ': ',
  '? ',
  '<<: 3',
  '&a',
  'steps: [ , ]',
  'steps:\n  -',
  '["\ud800"]',
])('takes %j', (text) => {
  expect(check(text)).toBeDefined();
  expect(check('steps: [{ at: 1s, apply: web.yaml }]', text)).toBeDefined();
});
