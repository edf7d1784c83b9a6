/** `orrery explain job.status.terminating`: what a release has of a field, and what it hangs on. */
import { accountants } from '#accounts';
import { KindRegistry } from '#catalog';
import { fieldStory, fieldStoryText } from '#record';
import { exitCodes } from '../exit-codes.ts';
import { printData, printText } from '../output.ts';
import type { ReleaseOptions } from '../release-option.ts';
import { releaseFor } from '../release.ts';

/**
 * Prints it; returns the exit code.
 * @throws {UsageError} for an unknown release
 * @throws {QuestionError} where that has no such kind or field
 */
export function explainField(
  text: string,
  options: ReleaseOptions & { readonly output: 'text' | 'json' },
): number {
  const kinds = new KindRegistry(releaseFor(options));
  const story = fieldStory(text, { kinds, accountants });
  if (options.output === 'json') printData(`${JSON.stringify(story, undefined, 2)}\n`);
  else printText(`${fieldStoryText(story).join('\n')}\n`);
  return exitCodes.ok;
}
