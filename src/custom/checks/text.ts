import type { Structure } from '#schema';
import { broken, tooLongText } from './findings.ts';
import type { Finding } from './outcome.ts';
import type { Strictness } from './strictness.ts';

/** The first rule about texts that is broken. */
export function checkText(
  { props, pattern }: Structure,
  text: string,
  path: string,
  { tooLongInBytes }: Pick<Strictness, 'tooLongInBytes'>,
): Finding | undefined {
  const { maxLength, minLength } = props;
  if (maxLength !== undefined && isLonger(text, maxLength)) {
    return tooLongText(path, maxLength, tooLongInBytes);
  }
  if (minLength !== undefined && !isLonger(text, minLength - 1)) {
    return broken(path, text, `should be at least ${minLength} chars long`);
  }
  if (pattern !== undefined && pattern.regex?.test(text) !== true) {
    return broken(path, text, pattern.rule);
  }
  return undefined;
}

/** Whether the text has more characters than that, as Go counts them: of one or two code units. */
function isLonger(text: string, count: number): boolean {
  if (text.length <= count) return false;
  return text.length > 2 * count || lengthOf(text) > count;
}

function lengthOf(text: string): number {
  let length = 0;
  for (let index = 0; index < text.length; length++) {
    index += text.codePointAt(index)! > 0xffff ? 2 : 1;
  }
  return length;
}
