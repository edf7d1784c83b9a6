/** Token files: who has which token. */
import { describe, expect, it } from 'vitest';
import { programOf, readTokenFile, Tokens } from '../../../src/server/auth/tokens.ts';

describe('a line of a token file', () => {
  it.each<[line: string, token: string, name: string, uid: string, groups: readonly string[]]>([
    ['t,jane,1', 't', 'jane', '1', []],
    [' t , jane , 1 ', 't', 'jane', '1', []],
    ['t,jane,', 't', 'jane', '', []],
    ['t,jane,1,"a,b"', 't', 'jane', '1', ['a', 'b']],
    ['t,jane,1," a , ,b "', 't', 'jane', '1', ['a', 'b']],
    ['t,jane,1,a', 't', 'jane', '1', ['a']],
    ['t,jane,1,', 't', 'jane', '1', []],
    ['"t,u","ja ""j"" ne",1', 't,u', 'ja "j" ne', '1', []],
    ['t,jane,1,"a,b",ignored', 't', 'jane', '1', ['a', 'b']],
  ])('%s', (line, token, name, uid, groups) => {
    expect(readTokenFile(line)).toEqual([{ token, user: { name, uid, groups } }]);
  });

  it.each(['t', 't,jane', ',jane,1', 't,,1'])('%s has too little', (line) => {
    const text = `# tokens\n\n${line}\n`;
    const expected = 'expected token,user,uid or token,user,uid,"group1,group2"';
    expect(() => readTokenFile(text)).toThrow(
      expect.objectContaining({ message: `line 3: ${expected}` }),
    );
  });
});

describe('a token', () => {
  const tokens = new Tokens();
  tokens.add('t', { name: 'jane', groups: ['a'] });
  tokens.add('t~x', { name: 'joe', groups: ['system:authenticated'] });

  it.each<[token: string, user: string | undefined, program: string | undefined]>([
    ['t', 'jane', undefined],
    ['t~a', 'jane', 'a'],
    ['t~x', 'joe', 'x'],
    ['t~x~b', 'joe', 'b'],
    ['u', undefined, undefined],
    ['u~a', undefined, 'a'],
  ])('%s', (token, user, program) => {
    expect(tokens.find(token)?.name).toBe(user);
    expect(programOf(token)).toBe(program);
  });

  it('has its user in the group of all users, once', () => {
    expect(tokens.find('t')?.groups).toEqual(['a', 'system:authenticated']);
    expect(tokens.find('t~x')?.groups).toEqual(['system:authenticated']);
  });
});
