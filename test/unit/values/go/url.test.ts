import { describe, expect, it } from 'vitest';
import { parseGoUrl } from '../../../../src/values/go/url.ts';

const nothing = { scheme: '', host: '', path: '', query: '', fragment: '' };

describe('parseGoUrl', () => {
  it.each<[text: string, parts: object]>([
    ['', {}],
    ['x', { path: 'x' }],
    [
      'HTTPS://Host:80/a%20b?c=d?e#f%41',
      { scheme: 'https', host: 'Host:80', path: '/a b', query: 'c=d?e', fragment: 'fA' },
    ],
    ['https://u:p@h', { scheme: 'https', user: 'u:p', host: 'h' }],
    ['//h/p', { host: 'h', path: '/p' }],
    ['///p', { path: '///p' }],
    ['https://[::1]:443/', { scheme: 'https', host: '[::1]:443', path: '/' }],
    ['mailto:me', { scheme: 'mailto' }],
    ['1a/b:c', { path: '1a/b:c' }],
    ['https://a:99999/b', { scheme: 'https', host: 'a:99999', path: '/b' }],
  ])('reads %j', (text, parts) => {
    expect(parseGoUrl(text)).toEqual({ ...nothing, ...parts });
  });

  it.each([
    ['a\u0001', 'net/url: invalid control character in URL', 'a\\x01'],
    [':a', 'missing protocol scheme'],
    ['1a:b', 'first path segment in URL cannot contain colon'],
    ['https://a b', 'invalid character " " in host name'],
    ['https://a:b', 'invalid port ":b" after host'],
    ['https://[::1', "missing ']' in host"],
    ['https://a{b@c', 'net/url: invalid userinfo'],
    ['https://a/%zz', 'invalid URL escape "%zz"'],
    ['https://a/%', 'invalid URL escape "%"'],
  ])('rejects %j', (text, why, shown = text) => {
    expect(() => parseGoUrl(text)).toThrow(`parse "${shown}": ${why}`);
  });
});
