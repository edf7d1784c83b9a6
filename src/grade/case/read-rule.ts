/** Reads the rules of cases. */
import type { Rule } from './case.ts';
import { CaseError, Fields } from './fields.ts';
import { readPattern } from './read-pattern.ts';

const types = [
  'never',
  'atMost',
  'atLeast',
  'every',
  'pause',
  'known',
  'newest',
  'same',
  'rights',
] as const;

/** @throws {CaseError} */
export function readRule(value: unknown, where: string): Rule {
  const fields = new Fields(value, where);
  const type = types.find((each) => fields.has(each));
  if (type === undefined) throw new CaseError(`${where}: expected a rule: ${types.join(', ')}`);
  const ruled = {
    after: fields.optionalText('after'),
    before: fields.optionalText('before'),
    because: fields.text('because'),
  };
  const pattern = (name: string) => readPattern(fields.get(name), fields.at(name));
  const only = (...names: readonly string[]): void =>
    fields.only(type, 'after', 'before', 'because', ...names);
  switch (type) {
    case 'never':
    case 'known':
    case 'newest':
      only();
      return { type, of: pattern(type), ...ruled };
    case 'atMost':
      only('of', 'in');
      return {
        ...{ type, of: pattern('of') },
        count: fields.get('atMost') === 'undisturbed' ? 'undisturbed' : fields.number('atMost'),
        inMs: fields.has('in') ? fields.span('in') : undefined,
        ...ruled,
      };
    case 'atLeast':
      only('of');
      return { type, count: fields.number('atLeast'), of: pattern('of'), ...ruled };
    case 'every':
      only('has');
      return { type, of: pattern('every'), has: pattern('has'), ...ruled };
    case 'same':
      only('of');
      return { type, of: pattern('of'), option: fields.text('same'), ...ruled };
    case 'rights':
      only();
      return { type, are: fields.choice('rights', ['narrow', 'used', 'enough']), ...ruled };
    case 'pause':
      only('from', 'next');
      return {
        ...{ type, leastMs: fields.span('pause') },
        ...{ of: pattern('from'), next: pattern('next') },
        ...ruled,
      };
  }
}
