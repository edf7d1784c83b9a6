/**
 * Regular expressions as CEL and Go have them (RE2): matching takes linear time, so there are no
 * backreferences and no lookaround.
 */
import { re2js } from '#machine';

/** Longer patterns are a mistake. */
const LONGEST = 1_000;
/** The maximum size of a pattern after its counted repetitions are expanded: `a{3}` to `aaa`. */
const MOST_PARTS = 100_000;

export interface Regex {
  /** How many parts it has, expanded. */
  readonly parts: number;
  /** Whether it is found anywhere in a text. */
  test(text: string): boolean;
  /** The first parts of a text that fit it, at most `most` of them. */
  find(text: string, most: number): readonly string[];
}

/**
 * @param longest how many characters the pattern may have
 * @throws {SyntaxError} for an invalid pattern, in the words of Go
 */
export function regexOf(pattern: string, longest = LONGEST): Regex {
  checkSize(pattern, longest);
  const { RE2JS, RE2JSException } = re2js();
  try {
    const regex = RE2JS.compile(pattern);
    return {
      parts: regex.programSize(),
      test: (text) => regex.test(text),
      find(text, most) {
        const matcher = regex.matcher(text);
        const found: string[] = [];
        while (found.length < most && matcher.find()) found.push(matcher.group() ?? '');
        return found;
      },
    };
  } catch (error) {
    if (error instanceof RE2JSException) throw new SyntaxError(error.message, { cause: error });
    throw error;
  }
}

function checkSize(pattern: string, longest: number): void {
  if (pattern.length > longest) {
    throw new SyntaxError(
      `a regular expression has at most ${longest} characters, found ${pattern.length}`,
    );
  }
  let copies = 1;
  for (const [, least, most] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    copies += Number(most || least);
  }
  if (copies * pattern.length <= MOST_PARTS) return;
  throw new SyntaxError(`the regular expression repeats too much; expected smaller numbers in { }`);
}
