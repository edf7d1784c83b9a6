/** Charts of Helm, as they are published: downloaded once into the cache. */
import { join } from 'node:path';
import { download, folderOf } from './obtain.ts';

/** Gets a chart by the address of its package. @returns the package. @throws {Unavailable} where it cannot be had */
export async function chart(cache: string, url: string): Promise<string> {
  const file = url.replace(/^.*\//, '');
  const folder = await folderOf(cache, `chart-${file.replace(/\.tgz$/, '')}`, async (draft) => {
    await download(url, join(draft, file));
  });
  return join(folder, file);
}
