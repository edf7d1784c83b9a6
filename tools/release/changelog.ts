/** The changelog's part of a release: what was unreleased becomes a version with a date. */

const unreleased = '## Unreleased';

/**
 * The notes of the coming release: what stands under "Unreleased".
 * @throws {Error} when nothing does
 */
export function notesIn(changelog: string): string {
  const start = changelog.indexOf(`\n${unreleased}\n`);
  if (start < 0) throw new Error(`CHANGELOG.md has no section "${unreleased}"`);
  const from = start + unreleased.length + 2;
  const next = changelog.indexOf('\n## ', from);
  const notes = changelog.slice(from, next < 0 ? undefined : next).trim();
  if (notes === '')
    throw new Error('CHANGELOG.md says nothing under "Unreleased": nothing to release');
  return notes;
}

/** The changelog with these notes under a version, and an empty section for what comes next. */
export function released(changelog: string, version: string, date: string): string {
  notesIn(changelog);
  return changelog.replace(`\n${unreleased}\n`, `\n${unreleased}\n\n## ${version} - ${date}\n`);
}
