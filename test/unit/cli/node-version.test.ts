/** An old Node.js gets one clear line, not the first error that it runs into. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemOfNode } from '../../../src/cli/node-version.ts';
import { root } from '../../support/imports.ts';

describe('the version of Node.js', () => {
  it.each(['12.22.12', '18.20.8', '20.18.3'])('%s is refused in a line', (version) => {
    expect(problemOfNode(version)).toMatch(
      `orrery needs Node.js 20.19 or later, and this is ${version}; see https://`,
    );
  });

  it.each(['20.19.0', '20.20.2', '22.0.0', '24.1.0', '100.0.0'])('%s will do', (version) => {
    expect(problemOfNode(version)).toBeUndefined();
  });

  it('is the one that package.json declares', () => {
    const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      readonly engines: { readonly node: string };
    };
    const least = engines.node.replace('>=', '');
    expect(problemOfNode(least)).toBeUndefined();
    const [major, minor] = least.split('.').map(Number);
    expect(problemOfNode(`${major}.${minor! - 1}.0`)).toBeDefined();
  });
});
