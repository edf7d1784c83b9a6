/** Transcripts of clients: what their lines mean. */
import { expect, it } from 'vitest';
import { parseTranscript, reasonToSkip } from '../../../tools/clients/transcript.ts';

it('reads commands with what is expected of them', () => {
  const steps = parseTranscript(
    [
      '# first',
      '$ kubectl get pods',
      '> ^web',
      '>! broken',
      '! Warning',
      '= 1',
      '~',
      '@ 1.26',
    ].join('\n'),
  );
  expect(steps).toEqual([
    {
      command: 'kubectl get pods',
      prints: [/^web/m],
      hides: [/broken/m],
      warns: [/Warning/m],
      code: 1,
      isRepeated: true,
      from: '1.26',
    },
  ]);
});

it.each(['> before a command', '$ a\n? what', '$ a\n@ new'])('refuses %j with its line', (text) => {
  expect(() => parseTranscript(text)).toThrow(/^line \d+: /);
});

it.each([
  ['1.24', '1.9', '1.24', 'it came with 1.24'],
  ['1.24', '1.24', '1.24', undefined],
  ['1.24', '2.0', '1.24', undefined],
  ['-1.24', '1.24', '1.24', undefined],
  ['-1.24', '1.32', '1.24', 'it went after 1.24'],
  ['-3.17', '4.3', '1.24', 'it went after 3.17'],
  ['server 1.27', '1.24', '1.26', 'servers have it since 1.27'],
  ['server 1.27', '1.24', '1.27', undefined],
  ['server -1.30', '1.24', '1.30', undefined],
  ['server -1.30', '1.24', '1.37', 'servers had it until 1.30'],
])('of the mark %s, client %s at %s says %j', (mark, client, server, why) => {
  const [step] = parseTranscript(`$ a\n@ ${mark} (for a reason)`);
  expect(reasonToSkip(step!, { client, server })).toBe(why);
});
