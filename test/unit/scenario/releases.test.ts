/** Which release a scenario is played on, and at which ones it says that it holds. */
import { describe, expect, it } from 'vitest';
import { KindRegistry } from '#catalog';
import { defaultProfile, profileNamed } from '#kinds';
import {
  checkScenario,
  outsideWarnings,
  problemText,
  type Checked,
  type LeftOut,
  type LoadOptions,
} from '#scenario';

const kinds = new KindRegistry(defaultProfile);
const range = "kubernetes: { from: '1.26', to: '1.33', because: the event says it so }";

function read(text: string, asked?: string, options: LoadOptions = {}): Checked {
  const sources = [{ file: 'x.yaml', text }];
  const release = asked === undefined ? undefined : profileNamed(asked);
  return checkScenario('x.yaml', kinds, { sources, release, ...options });
}

const minorsOf = ({ scenarios }: Checked): readonly number[] =>
  scenarios.map(({ profile }) => profile.minor);

describe('a scenario', () => {
  it.each([
    ['at 1.24, if it names none', 'steps: []', undefined, 24],
    ['at the one that it names', "kubernetes: '1.34'\nsteps: []", undefined, 34],
    ['at the one that is asked for', "kubernetes: '1.34'\nsteps: []", '1.30', 30],
    ['at the first of its range', `${range}\nsteps: []`, undefined, 26],
    [
      'at the one of its range that it names',
      `${range.replace('{', "{ at: '1.30',")}\nsteps: []`,
      undefined,
      30,
    ],
    ['at one of its range that is asked for', `${range}\nsteps: []`, '1.30', 30],
    [
      'at 1.24, if its range has no beginning',
      "kubernetes: { to: '1.28', because: x }\nsteps: []",
      ,
      24,
    ],
  ])('is played %s', (_, text, asked, minor) => {
    const checked = read(text, asked);
    expect(checked.problems).toEqual([]);
    expect(minorsOf(checked)).toEqual([minor]);
  });

  it('is played where it does not hold, with a warning that has the reason', () => {
    const checked = read(`${range}\nsteps: []`, '1.34');
    expect(minorsOf(checked)).toEqual([34]);
    const warning =
      'warning: it holds from 1.26 to 1.33: the event says it so; at 1.34 its checks may fail';
    expect(checked.problems.map(problemText)).toEqual([`x.yaml:1:13: ${warning}`]);
    expect(outsideWarnings(checked.scenarios[0]!).map(problemText)).toEqual([`x.yaml: ${warning}`]);
  });

  it('is left out there where that is asked for, and not checked', () => {
    const leftOut: LeftOut[] = [];
    const text = `${range}\nfeatureGates: { ServiceTrafficDistribution: true }\nsteps: []`;
    const checked = read(text, '1.24', { leaveOut: (each) => leftOut.push(each) });
    expect(checked).toEqual({ scenarios: [], problems: [] });
    expect(leftOut).toEqual([
      { title: 'x', why: 'it holds from 1.26 to 1.33: the event says it so' },
    ]);
  });

  it('holds at another release for each combination of its matrix', () => {
    const leftOut: LeftOut[] = [];
    const text = `matrix: { release: ['1.28', '1.29'] }
kubernetes: { from: '\${release}', to: '\${release}', because: each shows one }
steps: []`;
    expect(minorsOf(read(text))).toEqual([28, 29]);
    const checked = read(text, '1.29', { leaveOut: (each) => leftOut.push(each) });
    expect(checked.scenarios.map(({ title }) => title)).toEqual(['x [release=1.29]']);
    const why = 'it holds at 1.28 only: each shows one';
    expect(leftOut).toEqual([{ title: 'x [release=1.28]', why }]);
  });

  it.each([
    ["{ from: '1.26' }", /field "because" is missing/],
    ['{ because: x }', 'expected "from", "to" or both: the releases that it holds at'],
    ["{ from: '1.26', because: ' ' }", 'expected a reason, found " "'],
    [
      "{ from: '1.30', to: '1.26', because: x }",
      'from 1.30 to 1.26 ends before it begins; expected from 1.26 to 1.30',
    ],
    [
      "{ from: '1.99', because: x }",
      /^x\.yaml:1:21: unknown release "1\.99"; known releases: 1\.24, /,
    ],
    ["{ form: '1.26', because: x }", /unknown field "form" .* \(did you mean "from"\?\)/],
    [
      "{ at: '1.24', from: '1.26', because: x }",
      '1.24 is not one of the releases that it holds at',
    ],
    ['[1.26]', /expected text \(The release that it is played on/],
  ])('may not say %s', (written, problem) => {
    const { problems } = read(`kubernetes: ${written}\nsteps: []`);
    expect(problems.map(problemText).join('\n')).toMatch(problem);
  });
});
