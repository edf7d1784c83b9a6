/** Checks that cannot be meant: refused with the file, at the place, with what would be right. */
import { defaultProfile } from '#kinds';
import { describe, expect, it } from 'vitest';
import { KindRegistry, kindsWithMetrics } from '#catalog';
import { parseScenario, ScenarioError } from '#scenario';

const kinds = new KindRegistry(defaultProfile, kindsWithMetrics(defaultProfile));

/** The problems of one step, each as `LINE:COLUMN: message (hint)`. */
function problemsOf(step: string): string {
  try {
    parseScenario(`steps:\n- { at: 1s, ${step} }\n`, 'x.yaml', kinds);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.replaceAll('x.yaml:', '');
  }
  return 'none';
}

const a = 'kind: DaemonSet, name: a';

describe('a bad check', () => {
  it.each([
    ['expect: 3', '2:21: expected a condition (a map), found the number 3; expected one of kind'],
    [
      'expect: {}',
      'not a condition; expected one of kind (an object), event, count, all, any, not',
    ],
    ['expect: { evnt: {} }', '(did you mean "event"?)'],
    ['expect: { kind: DaemonSt, name: a }', 'unknown kind "DaemonSt" (did you mean "DaemonSet"?)'],
    ['expect: { kind: DaemonSet }', 'field "name" is missing'],
    [`expect: { ${a}, stauts: {} }`, '2:49: unknown field "stauts"'],
    [`expect: { ${a}, status: { numberRedy: 1 } }`, '(did you mean "numberReady"?)'],
    [
      `expect: { ${a}, status: { numberReady: lots } }`,
      'status.numberReady: expected a whole number',
    ],
    ['expect: { kind: ConfigMap, name: a, status: {} }', 'ConfigMap has no status'],
    ['expect: { kind: PodMetrics, name: a }', 'PodMetrics cannot be watched'],
    [`expect: { ${a}, absent: true, status: {} }`, 'an object that is absent has no "status"'],
    [`expect: { ${a}, that: 3 }`, "expected an expression such as 'status.numberReady == 3'"],
    [`expect: { ${a}, that: [] }`, 'expected at least one expression'],
    [`expect: { ${a}, that: 'status.numberReady = 3' }`, '2:75: expected "==", found "="'],
    [
      `expect: { ${a}, that: status.numberRedy == 3 }`,
      '2:62: DaemonSetStatus has no field "numberRedy" (did you mean "numberReady"?)',
    ],
    [`expect: { ${a}, that: 'true && state.x == 3' }`, '2:64: unknown name "state"'],
    [
      `expect: { ${a}, that: ["true", "status.numberReady"] }`,
      '2:65: expected true or false, found a number',
    ],
    [
      `expect: { ${a}, that: "status.numberReady == \\"3\\"" }`,
      '(at character 23 of "status.numberReady == "3"")',
    ],
    [
      `expect: { ${a}, path: '{.status.numberRedy}', equals: 3 }`,
      '2:65: DaemonSetStatus has no field "numberRedy" (did you mean "numberReady"?)',
    ],
    [`expect: { ${a}, path: '{.status' }`, 'expected "}", found the end'],
    [`expect: { ${a}, equals: 3 }`, '"equals" goes with "path"'],
    ['expect: { event: { reson: x } }', '(did you mean "reason"?)'],
    ['expect: { event: { type: warning } }', '(did you mean "Warning"?)'],
    ['expect: { event: { kind: Pood } }', 'unknown kind "Pood" (did you mean "Pod"?)'],
    ["expect: { event: { message: '/(/' } }", 'message: error parsing regexp: missing closing )'],
    [
      'expect: { event: {}, count: many }',
      'expected a number, or a comparison such as \'>= 3\', found the text "many"',
    ],
    ['expect: { event: {}, count: -1 }', 'found the number -1'],
    [
      'expect: { count: { kind: Pod } }',
      'a count needs one of "equals: 3" and "is: \'>= 3\'"; it has none',
    ],
    ["expect: { count: { kind: Pod }, equals: 3, is: '> 2' }", 'it has both'],
    ['expect: { count: { kind: Pood }, equals: 3 }', '(did you mean "Pod"?)'],
    [
      'expect: { count: { kind: Pod, selector: "a=" , selectr: 1 }, equals: 3 }',
      '(did you mean "selector"?)',
    ],
    [
      "expect: { count: { kind: Pod, selector: 'a in b' }, equals: 3 }",
      'not a selector: unable to parse requirement',
    ],
    [
      "expect: { count: { kind: Pod, that: status.faze == '' }, equals: 3 }",
      'PodStatus has no field "faze"',
    ],
    ['expect: { all: [] }', '"all" needs a list of conditions, found an empty one'],
    ['expect: { any: 3 }', '"any" needs a list of conditions, found the number 3'],
    [`expect: { not: { kind: Pod } }`, 'field "name" is missing'],
    [`expect: { not: { ${a} }, ${a} }`, 'unknown field "not"'],
    [
      `expect: ${'{ not: '.repeat(30)}{ ${a} }${' }'.repeat(30)}`,
      'conditions are nested more than 20 deep',
    ],
    [`always: { ${a} }, within: 3s`, '"within" goes with "expect", "holds", "inOrder" only'],
    [`expect: { ${a} }, for: 3s`, '"for" goes with "every", "cron" and checks that last'],
    [`holds: { ${a} }`, '"holds" needs "for: 30s"'],
    [
      `holds: { ${a} }, for: 9s, within: 3s`,
      '"for" is longer than "within": it could not be over in time',
    ],
    [`exactly: { ${a} }`, 'field "times" is missing'],
    [`exactly: { times: -1, ${a} }`, 'expected a whole number of at least 0'],
    [`exactly: { times: 1 }`, 'not a condition'],
    [`inOrder: { ${a} }`, 'expected a list'],
    ['inOrder: []', 'expected at least 1 here'],
  ])('%s is refused', (step, problem) => {
    expect(problemsOf(step)).toContain(problem);
  });

  it.each([
    `expect: { ${a}, that: self.status.numberReady == 0 }`,
    `expect: { ${a}, path: .status.numberReady, equals: null }`,
    "exactly: { times: 0, event: { message: '/^x/' } }, for: 1m",
    `holds: { any: [{ ${a} }, { count: { kind: Pod, selector: 'a in (b)' }, equals: 0 }] }, for: 1s`,
  ])('is not: %s', (step) => {
    expect(problemsOf(step)).toBe('none');
  });
});
