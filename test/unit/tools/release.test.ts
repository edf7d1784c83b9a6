import { describe, expect, it } from 'vitest';
import { notesIn, released } from '../../../tools/release/changelog.ts';
import { nextVersion } from '../../../tools/release/version.ts';

describe('the next version', () => {
  it.each([
    ['0.1.9', 'patch', '0.1.10'],
    ['0.1.9', 'minor', '0.2.0'],
    ['0.1.9', 'major', '1.0.0'],
    ['0.1.9', '0.1.10', '0.1.10'],
    ['1.9.9', '2.0.0', '2.0.0'],
  ])('%s, %s: %s', (current, step, expected) => {
    expect(nextVersion(current, step)).toBe(expected);
  });

  it.each([
    ['1.2.3', '1.2.3'],
    ['1.2.3', '1.1.9'],
    ['1.2.3', '0.9.9'],
  ])('cannot be behind: %s, %s', (current, step) => {
    expect(() => nextVersion(current, step)).toThrow(`version ${step} does not follow ${current}`);
  });

  it.each(['', 'big', '1.2', 'v1.2.3', '1.2.3-rc.1'])('cannot be %j', (step) => {
    expect(() => nextVersion('0.1.0', step)).toThrow(/must be major, minor, patch or X.Y.Z/);
  });
});

const changelog = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n';

describe('the changelog', () => {
  it('gives the notes of the coming release', () => {
    expect(notesIn(changelog)).toBe('- New.');
  });

  it('keeps a section for what comes next', () => {
    const after = released(changelog, '0.2.0', '2026-02-03');
    expect(after).toBe(
      '# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2026-02-03\n\n- New.\n\n## 0.1.0 - 2026-01-01\n\n- Old.\n',
    );
    expect(() => notesIn(after)).toThrow(/nothing to release/);
  });

  it('must have such a section', () => {
    expect(() => notesIn('# Changelog\n')).toThrow(/no section "## Unreleased"/);
  });
});
