/** How cases write patterns of requests. */
import { fields, optionals, scalar, word, type Form } from '#forms';
import type { Pattern } from '../requests/pattern.ts';
import { flag, some, text, texts } from './forms.ts';

const verbs = [
  ...(['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'] as const),
  ...(['read', 'write'] as const),
];

const code = scalar({
  schema: { type: 'integer' },
  expected: 'a number, or a list of numbers',
  parse: (value) => (typeof value === 'number' ? value : undefined),
});

export const patternForm: Form<Pattern> = fields(
  optionals({
    verb: some(word(verbs, { doc: 'What the request does.' })),
    resource: text,
    subresource: text,
    code: some(code),
    open: flag,
    version: some(word(['none', 'any', 'exact'], { doc: 'The version that it names.' })),
    query: texts,
    body: text,
    contentType: text,
    noop: flag,
  }),
);
