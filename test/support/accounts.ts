/** Collects what controllers say about the fields that they account for, in many runs. */
import { accountants } from '#accounts';
import { bucketOf, objectKey, type Kind } from '#kinds';
import { parsePath, profileAt, why, type Explanation, type RunLog } from '#record';
import type { Scenario } from '#scenario';
import { plain, stagesOf, termsOf, whenSet } from './past.ts';

/** At how many moments of a run, evenly spread, the fields are asked about. */
const MOMENTS = 5;
/** Of how many objects of a kind at most, at each moment. */
const OBJECTS = 4;

/** Every field that is accounted for. */
const fields: readonly (readonly [kind: Kind, field: string])[] = accountants.flatMap(
  ({ explainers }) =>
    explainers.flatMap(({ kind, fields }) =>
      Object.keys(fields).map((field) => [kind as unknown as Kind, field] as const),
    ),
);

/** The rules by which fields have their values, each with its first sum and all that terms say. */
export class Accounts {
  /** By field and rule: the terms of the first sum, then what other terms say. */
  readonly #rules = new Map<string, Set<string>>();

  /** Asks about the objects of a run that is over. @returns the sums that differ from what is stored */
  add({ past, head }: RunLog, scenario: Scenario): readonly string[] {
    const differing: string[] = [];
    for (let moment = 1; moment <= MOMENTS; moment++) {
      const time = scenario.startMs + Math.floor((scenario.untilMs * moment) / MOMENTS);
      const revision = past.revisionAt(time);
      for (const [kind, field] of fields) {
        for (const { metadata } of past.list(bucketOf(kind), revision).slice(0, OBJECTS)) {
          const object = objectKey(kind, metadata);
          const question = { kind, object, path: parsePath(field), revision, time };
          const profile = profileAt(head, revision);
          const explained = why(question, { past, accountants, profile });
          this.#note(`${kind.kind} ${field}`, explained);
          if (explained.exact === false)
            differing.push(`${kind.kind} ${object.key} ${field} at ${time}`);
        }
      }
    }
    return differing;
  }

  #note(field: string, explained: Explanation): void {
    if (explained.account === undefined) return;
    const rule = `${field}: ${explained.account.rule}`;
    let said = this.#rules.get(rule);
    if (said === undefined) this.#rules.set(rule, (said = new Set()));
    const isFirst = said.size === 0;
    const all = [explained, whenSet(explained)].flatMap((each) => [
      ...stagesOf(each),
      ...termsOf(each),
    ]);
    for (const term of plain(all)) {
      said.add(isFirst ? term : inGeneral(term));
    }
  }

  /** What was said, in general, that is not in a text of all that may be. */
  beyond(text: string): readonly string[] {
    const known = new Set(
      text.split('\n\n').flatMap((section) => {
        const [rule, ...terms] = section.trim().split(/\n {2}/);
        return terms.map((term) => `${rule!}\n  ${inGeneral(term)}`);
      }),
    );
    const said = [...this.#rules].flatMap(([rule, terms]) =>
      [...terms].map((term) => `${rule}\n  ${inGeneral(term)}`),
    );
    return said.filter((one) => !known.has(one));
  }

  get text(): string {
    const rules = [...this.#rules].sort(([a], [b]) => (a < b ? -1 : 1));
    return rules
      .map(([rule, said]) => [rule, ...[...said].map((term) => `  ${term}`), ''].join('\n'))
      .join('\n');
  }
}

/** The term without its subject and without numbers. */
function inGeneral(term: string): string {
  return term.replace(/^([+*=-]).*?: /, '$1 ...: ').replace(/\d+/g, '#');
}
