/** Paths with `/` between names, as text: nothing looks at a disk. */

export function isAbsolute(path: string): boolean {
  return path.startsWith('/');
}

/** Without `.`, `..` and empty names as far as possible; `.` for nothing. */
export function normalizePath(path: string): string {
  const root = isAbsolute(path) ? '/' : '';
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name !== '..') names.push(name);
    else if (names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (root === '') names.push(name);
  }
  if (root === '' && names.length === 0) names.push('.');
  const end = path.endsWith('/') && names.length > 0 ? '/' : '';
  return root + names.join('/') + end;
}

/** One path after the other, normalized. */
export function joinPaths(...paths: readonly string[]): string {
  return normalizePath(paths.filter((path) => path !== '').join('/'));
}

/** The folder and the last name of a path; the folder is empty when the path names none. */
export function splitPath(path: string): { readonly folder: string; readonly name: string } {
  const trimmed = path.replace(/(?<=[^/])\/+$/, '');
  const slash = trimmed.lastIndexOf('/');
  const folder = trimmed.slice(0, Math.max(slash, 0));
  return { folder: slash === 0 ? '/' : folder, name: trimmed.slice(slash + 1) };
}

/** The folder of a path; `.` when it names none. */
export function folderOfPath(path: string): string {
  return splitPath(path).folder || '.';
}
