/** Transcripts of clients: what their lines mean. */
import { expect, it } from 'vitest';
import { parseTranscript } from '../../../tools/clients/transcript.ts';

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
      from: 26,
      to: Infinity,
    },
  ]);
});

it.each(['> before a command', '$ a\n? what'])('refuses %j with its line', (text) => {
  expect(() => parseTranscript(text)).toThrow(/^line \d+: /);
});
