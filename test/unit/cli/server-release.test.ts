/** Which release a server, or what was stored, is of. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { profileOf } from '#kinds';
import { checkContinued, writerOf } from '../../../src/cli/continued-release.ts';
import { nearestRelease, releaseOf } from '../../../src/cli/server-release.ts';

describe('the release of a server', () => {
  it('is what it says in /version', async () => {
    const server = createServer((req, res) => {
      const found = req.url === '/version' ? { major: '1', minor: '31+' } : {};
      res.end(JSON.stringify(found));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect((await releaseOf({ url: `http://127.0.0.1:${port}` })).minor).toBe(31);
    await new Promise((resolve) => server.close(resolve));
    expect((await releaseOf({ url: `http://127.0.0.1:${port}` })).minor).toBe(24);
  });

  it.each([
    ['34', 34],
    ['34+', 34],
    ['19', 24],
    ['99', 37],
    ['', 24],
    [undefined, 24],
  ])('that calls itself %j is 1.%i, or the nearest to it', (text, minor) => {
    expect(nearestRelease(text).minor).toBe(minor);
  });
});

describe('what was stored', () => {
  it('without a name is of the default release', () => {
    expect(writerOf({ place: './d', release: undefined }).minor).toBe(24);
    expect(writerOf({ place: './d', release: '1.31' }).minor).toBe(31);
  });

  it('is refused with its place and the rule', () => {
    const stored = { place: './d', release: '1.31' };
    expect(() => checkContinued(stored, profileOf(32))).not.toThrow();
    expect(() => checkContinued(stored, profileOf(33))).toThrow(
      /^\.\/d: v1\.31 wrote it, and v1\.33 is 2 releases later; .*; --force-version continues it/,
    );
    expect(() => writerOf({ place: './d', release: '1.99' })).toThrow(
      './d: unknown release "1.99"; known releases: 1.24',
    );
  });
});
