/** Which releases a control plane has had, also where it continues what others have kept. */
import { describe, expect, it } from 'vitest';
import { profileOf, withGates } from '#kinds';
import { continuedReleases, ReleaseHistory } from '#record';

const named = (history: ReleaseHistory): readonly string[] => {
  return [
    String(history.recorded.kubernetes),
    ...history.later.map(({ behind, profile }) => `${behind}:1.${profile.minor}`),
    `now 1.${history.present.minor}`,
  ];
};

describe('a history of releases', () => {
  it('begins with one, and has moves behind revisions', () => {
    const history = new ReleaseHistory(profileOf(30));
    expect(named(history)).toEqual(['1.30', 'now 1.30']);
    expect(history.recorded).toEqual({ kubernetes: '1.30' });
    history.move(7, profileOf(31));
    history.move(9, withGates(profileOf(32), { NodeSwap: false }));
    expect(named(history)).toEqual(['1.30', '7:1.31', '9:1.32', 'now 1.32']);
    expect(history.marks).toEqual([
      { behind: 7, kubernetes: '1.31' },
      { behind: 9, kubernetes: '1.32', features: { NodeSwap: false } },
    ]);
    expect(history.recorded.releases).toEqual(history.marks);
  });

  type Kept = readonly (readonly [name: string, behind: number])[];

  it.each<[what: string, minor: number, kept: Kept, isEmpty: boolean, ...history: string[]]>([
    ['nothing', 31, [], true, '1.31', 'now 1.31'],
    ['another release, of which nothing is kept', 31, [['1.30', 0]], true, '1.31', 'now 1.31'],
    ['the same release', 31, [['1.31', 0]], false, '1.31', 'now 1.31'],
    ['the release before', 31, [['1.30', 0]], false, '1.30', '50:1.31', 'now 1.31'],
    ['a later release', 30, [['1.31', 0]], false, '1.31', '50:1.30', 'now 1.30'],
    [
      'several releases, the last of which is the same',
      32,
      [
        ['1.30', 0],
        ['1.31', 5],
        ['1.32', 8],
      ],
      false,
      ...['1.30', '5:1.31', '8:1.32', 'now 1.32'],
    ],
    [
      'several releases, the last of which is another',
      32,
      [
        ['1.30', 0],
        ['1.31', 5],
      ],
      false,
      ...['1.30', '5:1.31', '50:1.32', 'now 1.32'],
    ],
  ])('continues %s', (_, minor, kept, isEmpty, ...expected) => {
    const releases = kept.map(([name, behind]) => ({ name, behind }));
    const history = continuedReleases(profileOf(minor), { isEmpty, releases, revision: 50 });
    expect(named(history)).toEqual(expected);
  });

  it('continues the default where releases are not kept', () => {
    const kept = { isEmpty: false, releases: [], revision: 50 };
    const same = continuedReleases(profileOf(24), kept);
    expect([same.later, same.present.minor]).toEqual([[], 24]);
    const { later, present } = continuedReleases(profileOf(25), kept);
    expect(later.map(({ behind, profile }) => [behind, profile.minor])).toEqual([[50, 25]]);
    expect(present.minor).toBe(25);
  });

  it('keeps the gates that the last release is started with now', () => {
    const profile = withGates(profileOf(31), { NodeSwap: false });
    const releases = [
      { name: '1.30', behind: 0 },
      { name: '1.31', behind: 5 },
    ];
    const history = continuedReleases(profile, { isEmpty: false, releases, revision: 50 });
    expect(history.present).toBe(profile);
    const only = releases.slice(0, 1);
    const other = withGates(profileOf(30), { NodeSwap: false });
    expect(continuedReleases(other, { isEmpty: false, releases: only, revision: 50 }).present).toBe(
      other,
    );
  });
});
