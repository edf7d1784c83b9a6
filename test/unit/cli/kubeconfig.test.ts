/** Kubeconfigs as kubectl reads them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readKubeconfig, serverFrom } from '../../../src/cli/kubeconfig.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'orrery-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  mkdirSync(join(folder, 'sub'), { recursive: true });
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const config = (cluster: string, user: string, more = ''): string => `
current-context: b
contexts:
- { name: a, context: { cluster: one, user: none } }
- { name: b, context: { cluster: two, user: me } }
clusters:
- { name: one, cluster: { server: 'http://one:1/' } }
- { name: two, cluster: { server: 'https://two:2', ${cluster} } }
users:
- { name: none, user: {} }
- { name: me, user: { ${user} } }
${more}`;

describe('a kubeconfig', () => {
  it('is read by its current context, or another one', () => {
    const path = file('k', config('tls-server-name: real', 'token: t'));
    expect(readKubeconfig(path)).toEqual({ url: 'https://two:2', token: 't', serverName: 'real' });
    expect(readKubeconfig(path, 'a')).toEqual({ url: 'http://one:1' });
  });

  it('names files beside it, and a token that is renewed', () => {
    file('sub/ca', 'CA');
    file('sub/cert', 'CERT');
    file('sub/token', ' first\n');
    const key = Buffer.from('KEY').toString('base64');
    const user = `client-certificate: cert, client-key-data: ${key}, tokenFile: token`;
    const path = file('sub/k', config('certificate-authority: ca', user));
    const found = readKubeconfig(path);
    expect(found).toMatchObject({
      authority: Buffer.from('CA'),
      client: { certificate: Buffer.from('CERT'), key: Buffer.from('KEY') },
    });
    const token = found.token as () => string;
    expect(token()).toBe('first');
    file('sub/token', 'second');
    expect(token()).toBe('second');
  });

  it('may be several: the first says what several say, and one may be missing', () => {
    const first = file('1', 'contexts: [{ name: b, context: { cluster: two, user: me } }]');
    const second = file('2', config('insecure-skip-tls-verify: true', 'token: t'));
    const third = file('3', config('', 'token: other').replace('https://two:2', 'https://other'));
    const path = [first, join(folder, 'none'), second, third].join(delimiter);
    expect(readKubeconfig(path)).toEqual({ url: 'https://two:2', token: 't', insecure: true });
  });

  it.each([
    ['a proxy', "proxy-url: 'http://p'", '', 'cluster "two" of .* has proxy-url'],
    ['a plugin', '', 'exec: { command: aws }', 'user "me" of .* has exec \\(aws\\)'],
    ['an old plugin', '', 'auth-provider: { name: gcp }', 'has auth-provider'],
    ['a password', '', 'username: u, password: p', 'has username'],
    ['a password alone', '', 'password: p', 'has password'],
    ['another user', '', 'as: u', 'has as,'],
    ['the uid of another user', '', 'as-uid: u', 'has as-uid,'],
    ['groups of another user', '', 'as-groups: [g]', 'has as-groups,'],
    ['a key without certificate', '', 'client-key-data: eA==', 'needs both'],
    ['a certificate without key', '', 'client-certificate-data: eA==', 'needs both'],
    [
      'two ways to trust',
      'insecure-skip-tls-verify: true, certificate-authority-data: eA==',
      '',
      'exclude',
    ],
    ['a file that is not there', 'certificate-authority: none', '', 'none: there is no such file'],
    ['a token file that is not there', '', 'tokenFile: none', 'none: there is no such file'],
    ['a number', '', 'token: 5', 'token is not a text'],
  ])('with %s is refused', (_, cluster, user, message) => {
    expect(() => readKubeconfig(file('k', config(cluster, user)))).toThrow(new RegExp(message));
  });

  it('may have fields that are empty', () => {
    const user = "username: '', password: '', token: t";
    const path = file('k', config("proxy-url: '', certificate-authority-data: ''", user));
    expect(readKubeconfig(path)).toMatchObject({ url: 'https://two:2', token: 't' });
  });

  it('refuses in the words of what is supported', () => {
    const path = file('k', config("proxy-url: 'http://p'", ''));
    expect(() => readKubeconfig(path)).toThrow(
      'which is not supported; expected a server that is reached without a proxy',
    );
    const other = file('k2', config('', 'username: u'));
    expect(() => readKubeconfig(other)).toThrow(
      'which is not supported; expected token, tokenFile, or client-certificate and client-key',
    );
  });

  it('needs a server', () => {
    const path = file('k', config('', '').replace("server: 'https://two:2', ", ''));
    expect(() => readKubeconfig(path)).toThrow(/^cluster "two" of .* has no server$/);
  });

  it.each([
    ['text', 'secret', 'expected a map'],
    ['broken', 'secret: [', 'not valid YAML'],
    ['empty', '{}', 'no current-context is named; expected one of: none'],
    ['another context', 'current-context: c\ncontexts: [{ name: d, context: {} }]', 'there are: d'],
  ])('that is %s is refused, and not repeated', (_, text, message) => {
    const path = file('k', text);
    expect(() => readKubeconfig(path)).toThrow(message);
    expect(() => readKubeconfig(path)).not.toThrow('secret');
  });
});

describe('options that name a server', () => {
  it('need no kubeconfig, and say whom to trust', () => {
    const authority = file('ca', 'CA');
    const given = { server: 'https://x:1/', token: 't' };
    expect(serverFrom(given, {})).toEqual({ url: 'https://x:1', token: 't' });
    expect(serverFrom({ ...given, certificateAuthority: authority }, {})).toEqual({
      url: 'https://x:1',
      token: 't',
      authority: Buffer.from('CA'),
    });
    expect(serverFrom({ ...given, insecureSkipTlsVerify: true }, {})).toMatchObject({
      insecure: true,
    });
    expect(() => serverFrom({ server: 'x:1', token: 't' }, {})).toThrow('--server');
  });

  it('replace what the kubeconfig says', () => {
    const path = file('k', config('certificate-authority-data: eA==', 'token: t'));
    expect(serverFrom({ insecureSkipTlsVerify: true }, { KUBECONFIG: path })).toEqual({
      url: 'https://two:2',
      token: 't',
      insecure: true,
    });
  });
});
