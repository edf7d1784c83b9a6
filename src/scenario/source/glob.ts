/** File name patterns: `*` and `?` within a name, `**` for any folders. */
import { fitsWildcards } from '#values';

/** Returns whether a path stands for several files. */
export function isGlob(path: string): boolean {
  return /[*?]/.test(path);
}

/** Returns the folder in which all files of a pattern lie: the names in front of its first star. */
export function folderOf(pattern: string): string {
  const names = pattern.split('/');
  const first = names.findIndex(isGlob);
  return names.slice(0, first).join('/') || (pattern.startsWith('/') ? '/' : '.');
}

/** A test of paths with `/` between names. Names that begin with a dot are matched by name only. */
export function globMatcher(pattern: string): (path: string) => boolean {
  const places = pattern.split('/');
  return (path) => {
    const names = path.split('/');
    return fitsWildcards(
      {
        places: places.length,
        isAny: (place) => places[place] === '**',
        fits: (place, name) => fitsName(places[place]!, names[name]!),
        mayHold: (name) => names[name] !== '' && !names[name]!.startsWith('.'),
      },
      names.length,
    );
  };
}

function fitsName(pattern: string, name: string): boolean {
  if (/^[*?]/.test(pattern) && name.startsWith('.')) return false;
  return fitsWildcards(
    {
      places: pattern.length,
      isAny: (place) => pattern[place] === '*',
      fits: (place, char) => pattern[place] === '?' || pattern[place] === name[char],
    },
    name.length,
  );
}
