/** Archives whose bytes depend on their files alone: no owner, no time, in the order given. */
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** A file, or a folder where there is no content. */
export interface Entry {
  readonly path: string;
  readonly content?: Buffer | string;
  /** `0o644` for files, `0o755` for folders unless said. */
  readonly mode?: number;
  /** The number of its owner; root's unless said. */
  readonly owner?: number;
}

// eslint-disable-next-line no-restricted-globals -- a fixed time
const noTime = new Date(0);

/** Returns a tar archive. Folders on the way to a file are entries of their own. */
export async function tarOf(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  const whole = buffer(archive);
  for (const { path, content, mode, owner = 0 } of withFolders(entries)) {
    const fixed = { mtime: noTime, uid: owner, gid: owner };
    if (content === undefined) {
      archive.entry({ name: path, type: 'directory', mode: mode ?? 0o755, ...fixed });
    } else archive.entry({ name: path, mode: mode ?? 0o644, ...fixed }, content);
  }
  archive.finalize();
  return whole;
}

function withFolders(entries: readonly Entry[]): readonly Entry[] {
  const all = new Map<string, Entry>();
  for (const entry of entries) {
    const parts = entry.path.split('/');
    for (let i = 1; i < parts.length; i++) {
      const path = parts.slice(0, i).join('/');
      if (path !== '.' && !all.has(path)) all.set(path, { path });
    }
    all.set(entry.path, entry);
  }
  return [...all.values()];
}

/** Returns an ar archive, which Debian packages are. */
export function arOf(members: ReadonlyMap<string, Buffer>): Buffer {
  const parts = [...members].flatMap(([name, content]) => [
    Buffer.from(
      `${name.padEnd(16)}${'0'.padEnd(12)}${'0'.padEnd(6)}${'0'.padEnd(6)}${'100644'.padEnd(8)}${String(content.length).padEnd(10)}\`\n`,
    ),
    content,
    // Members begin at even places.
    Buffer.alloc(content.length % 2, '\n'),
  ]);
  return Buffer.concat([Buffer.from('!<arch>\n'), ...parts]);
}
