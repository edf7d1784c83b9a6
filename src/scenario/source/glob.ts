/** File name patterns: `*` and `?` within a name, `**` for any folders. */

/** Whether a path stands for several files. */
export function isGlob(path: string): boolean {
  return /[*?]/.test(path);
}

/** The folder in which all files of a pattern lie: the names in front of its first star. */
export function folderOf(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex(isGlob);
  return names.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

/** A test of paths with `/` between names. Names that begin with a dot are matched by name only. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const names = pattern.split('/').map((name) => {
    if (name === '**') return '(?:[^/.][^/]*/)*';
    const source = name.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    const visible = /^[*?]/.test(name) ? '(?!\\.)' : '';
    return `${visible}${source.replaceAll('*', '[^/]*').replaceAll('?', '[^/]')}/`;
  });
  const expression = new RegExp(`^${names.join('')}$`);
  return (path) => expression.test(`${path}/`);
}
