/** Doc comments of functions begin with a verb in the third person, such as "Returns". */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './imports.ts';

const documented = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\n(?:export )?(?:async )?function\*? (\w+)/gu;
/** Words that look like such a verb. */
const others = /^(?:This|Its|As|Always|Status|Times|Names|Sums|Words|Lines)$/u;

/** Returns the functions of a text whose doc comment begins with something else. */
export function withoutVerb(text: string): readonly string[] {
  return [...text.matchAll(documented)].flatMap(([, comment, name]) => {
    const [first = ''] = comment!.replaceAll(/^[\s*]+/gmu, '').split(/\s/u);
    const isVerb = /^[A-Z][a-z]*s$/u.test(first) && !others.test(first);
    // A tag, or another function that does the same in another way.
    return isVerb || first.startsWith('@') || first.startsWith('{@link') ? [] : [name!];
  });
}

/** Returns how many such functions each file has; files without any are left out. */
export function filesWithoutVerbs(): ReadonlyMap<string, number> {
  const files = ['src', 'controllers'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      .filter((file) => file.endsWith('.ts') && !file.startsWith('src/types/')),
  );
  return new Map(
    files
      .sort()
      .map((file) => [file, withoutVerb(readFileSync(join(root, file), 'utf8')).length] as const)
      .filter(([, count]) => count > 0),
  );
}
