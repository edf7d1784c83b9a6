/** What Node's side of the machine reads, digests and loads. */
import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  EncodingError,
  FileError,
  filesIn,
  isFolder,
  readRegularFile,
  readTextFile,
  readTextOnce,
  realPath,
} from '#machine';
import * as browser from '../../../src/machine/browser/packages.ts';
import * as node from '../../../src/machine/node/packages.ts';
import { captured } from '../../support/captured.ts';

const out = captured('machine');

function bytes(...values: number[]): string {
  const path = out.file('file', '');
  writeFileSync(path, Buffer.from(values));
  return path;
}

const x = 120;

describe('a text', () => {
  it.each([
    [[], ''],
    [[x], 'x'],
    [[0xc3, 0xa9, 10, x], 'é\nx'],
  ])('of %j', (values, text) => {
    expect(readTextFile(bytes(...values), 4, 'scenario')).toBe(text);
  });

  const utf16 = 'the file is in UTF-16; expected UTF-8';
  const none = 'not UTF-8; expected a file in UTF-8';
  it.each([
    [[0xfe, 0xff, 0, x], utf16, 1, 1],
    [[0xff, 0xfe, x, 0], utf16, 1, 1],
    [[0xfe, x], none, 1, 1],
    [[0xff], none, 1, 1],
    [[x, x, 0xc3, 10, x], none, 1, 3],
    [[10, x, 0xc3], none, 2, 2],
    [[x, 10, 10, 0xc3, 0xa9, 0x80], none, 3, 2],
  ])('of %j is refused', (values, message, line, column) => {
    let found: unknown;
    try {
      readTextFile(bytes(...values), 100, 'scenario');
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(EncodingError);
    expect(found).toMatchObject({ name: 'FileError', message, line, column });
  });
});

describe('a file', () => {
  it('is read up to its most bytes', () => {
    expect(readRegularFile(bytes(1, 2, 3), 3, 'key')).toEqual(Buffer.from([1, 2, 3]));
    expect(() => readRegularFile(bytes(1, 2, 3, 4), 3, 'key')).toThrow(
      new FileError('the file has 4 bytes; a key has at most 3'),
    );
  });

  it('is a regular one', async () => {
    const pipe = join(out.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const socket = join(out.folder, 'socket');
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    for (const [path, message] of [
      [out.folder, 'it is a directory; expected a key file'],
      [pipe, 'it is a FIFO; expected a regular file'],
      [socket, 'it is a socket; expected a regular file'],
      ['/dev/null', 'it is a device; expected a regular file'],
      [join(out.folder, 'nothing'), 'there is no such file'],
      [join(out.file('file', ''), 'below'), 'cannot be read (ENOTDIR)'],
    ] as const) {
      expect(() => readRegularFile(path, 10, 'key')).toThrow(new FileError(message));
    }
    await new Promise((resolve) => server.close(resolve));
  });
});

describe('a FIFO', () => {
  const written = (text: string): string => {
    const pipe = join(out.folder, 'once');
    execFileSync('mkfifo', [pipe]);
    const print = `process.stdout.write(${JSON.stringify(text)})`;
    spawn('sh', ['-c', `exec node -e '${print}' > "$0"`, pipe], { stdio: 'ignore' });
    return pipe;
  };

  it('is read once, to its end', () => {
    expect(readTextOnce(written('a,b,1'), 5, 'token')).toBe('a,b,1');
  });

  it('is not read further than its most bytes', () => {
    expect(() => readTextOnce(written('a,b,12'), 5, 'token')).toThrow(
      new FileError('more comes than the 5 bytes that a token has at most'),
    );
  });

  it('may be a file as well', () => {
    expect(readTextOnce(out.file('file', 'text'), 5, 'token')).toBe('text');
    expect(() => readTextOnce(out.folder, 5, 'token')).toThrow('expected a token file');
    expect(() => readTextOnce(join(out.folder, 'no'), 5, 'token')).toThrow('no such file');
  });
});

describe('a folder', () => {
  it('has files, links included, also those of folders in it', () => {
    const file = out.file('a.yaml', '');
    out.file('below/b.yaml', '');
    mkdirSync(join(out.folder, 'empty'));
    symlinkSync(file, join(out.folder, 'link.yaml'));
    expect([...filesIn(out.folder, false)].sort()).toEqual(['a.yaml', 'link.yaml']);
    expect([...filesIn(out.folder, true)].sort()).toEqual(['a.yaml', 'below/b.yaml', 'link.yaml']);
    expect([out.folder, file].map(isFolder)).toEqual([true, false]);
    expect(realPath(out.folder, join(out.folder, 'link.yaml'))).toBe('a.yaml');
    expect(realPath('', 'package.json')).toBe('package.json');
    expect(realPath(join(out.folder, 'below'), file)).toBe('../a.yaml');
    const missing = join(out.folder, 'nothing');
    for (const read of [() => filesIn(missing, true), () => isFolder(missing)]) {
      expect(read).toThrow(new FileError('there is no such file'));
    }
  });
});

describe('packages', () => {
  const names = ['cronParser', 'luxon', 're2js'] as const;

  it('are there at once in Node', async () => {
    await node.loadPackages('');
    expect(typeof node.cronParser().CronExpressionParser).toBe('function');
    expect(typeof node.luxon().DateTime).toBe('function');
    expect(typeof node.re2js().RE2JS).toBe('function');
  });

  it('are loaded in a browser when a text may need them', async () => {
    const loaded = (): readonly string[] =>
      names.filter((name) => {
        try {
          return Object.keys(browser[name]()).length > 0;
        } catch (error) {
          const text = `${name} has not been loaded; expected loadPackages to be called before`;
          expect((error as Error).message).toBe(text);
          return false;
        }
      });
    const seen: unknown[] = [];
    for (const text of ['kind: Pod', 'schedule by Cron', 'a match']) {
      await browser.loadPackages(text);
      seen.push(loaded());
    }
    expect(seen).toEqual([[], ['cronParser', 'luxon'], [...names]]);
  });
});
