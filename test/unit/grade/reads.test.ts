/** What a client is graded by, and why there is nothing. */
import { describe, expect, it } from 'vitest';
import type { SeenRequest } from '#kit';
import { candidates, isRead, problemOf, ProbeError } from '../../../src/grade/reads.ts';

describe('a client that has listed and watched nothing', () => {
  const none: readonly SeenRequest[] = [];
  const two = [{}, {}] as unknown as readonly SeenRequest[];
  const gets = 'it gets the cluster in KUBECONFIG';
  const ended = { atMs: 0, code: null, signal: null };

  it.each<[string, object | undefined, readonly SeenRequest[], string]>([
    [
      'was not started',
      undefined,
      none,
      `the client listed or watched nothing (no request came); ${gets}`,
    ],
    [
      'has made other requests',
      { output: '' },
      two,
      `the client listed or watched nothing (2 requests came); ${gets}`,
    ],
    [
      'says why',
      { output: ' no\n' },
      none,
      `the client listed or watched nothing (no request came); ${gets}\nIts output ends with:\nno`,
    ],
    [
      'has ended',
      { output: 'bye', ending: { ...ended, code: 0 } },
      two,
      'the client ended with exit status 0 before it listed or watched anything\nIts output ends with:\nbye',
    ],
    [
      'was killed',
      { output: '\n', ending: { ...ended, signal: 'SIGSEGV' } },
      none,
      'the client ended with signal SIGSEGV before it listed or watched anything',
    ],
    [
      'cannot be started',
      { output: 'x', ending: { ...ended, error: 'no such file' } },
      none,
      'the client cannot be started: no such file',
    ],
  ])('%s', (_, client, requests, problem) => {
    expect(problemOf({ client, requests } as Parameters<typeof problemOf>[0])).toBe(problem);
  });
});

describe('a client is graded by', () => {
  const read = (verb: string, resource: string): SeenRequest => ({ verb, resource }) as SeenRequest;
  const reads = [
    read('list', 'nodes'),
    read('list', 'pods'),
    read('watch', 'pods'),
    read('watch', 'sites.example.com'),
    read('watch', 'pods'),
  ];

  it.each<[string, readonly SeenRequest[], string | undefined, readonly SeenRequest[]]>([
    ['each resource that it watches, once', reads, undefined, [reads[2]!, reads[3]!]],
    ['what it lists first, when it watches nothing', reads.slice(0, 2), undefined, [reads[0]!]],
    ['what is wanted, though it only lists it', reads, 'nodes', [reads[0]!]],
    ['what is wanted, without its group', reads, 'sites', [reads[3]!]],
    ['what is wanted, with its group', reads, 'sites.example.com', [reads[3]!]],
  ])('%s', (_, all, wanted, expected) => {
    const found = candidates(all, wanted);
    expect(found).toHaveLength(expected.length);
    found.forEach((each, index) => expect(each).toBe(expected[index]));
  });

  it.each<[string | undefined, boolean]>([
    [undefined, true],
    ['sites', true],
    ['sites.example.com', true],
    ['example.com', false],
    ['secrets', false],
  ])('what is wanted is read: %s', (wanted, expected) => {
    expect(isRead(reads, wanted)).toBe(expected);
  });

  it.each(['secrets', 'example.com', 'sites.example.org'])(
    'not by %s, which it does not read',
    (wanted) => {
      const problem = `the client does not read "${wanted}"; it reads nodes, pods, sites.example.com`;
      expect(() => candidates(reads, wanted)).toThrow(new ProbeError(problem));
    },
  );
});
