import { dirname, join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const SCHEMA = 'docs/reference/scenario.schema.json';

/**
 * Where editors find the schema of a scenario file: by a path from the file, which is the same for everybody who works on it,
 * where the package is one of the file's project, or the project itself. A package that is installed elsewhere may be another one
 * tomorrow, and is not there for others: then by the address of what is published. A checkout elsewhere is at its place.
 */
export function schemaPlace(file: string, packageFolder: string, version: string): string {
  const schema = join(packageFolder, SCHEMA);
  const folder = dirname(resolve(file));
  const at = schema.lastIndexOf(`${sep}node_modules${sep}`);
  const project = at === -1 ? packageFolder : schema.slice(0, at);
  if (`${folder}${sep}`.startsWith(`${project}${sep}`)) {
    return relative(folder, schema).replaceAll(sep, '/');
  }
  return at === -1
    ? pathToFileURL(schema).href
    : `https://unpkg.com/kube-orrery@${version}/${SCHEMA}`;
}
