/**
 * Regular expressions as CEL and Go have them (RE2): matching takes linear time, so there are no
 * backreferences and no lookaround.
 */
import { re2js } from '#machine';
import { isPlainPattern } from './plain-pattern.ts';

/** Longer patterns are a mistake. */
const LONGEST = 1_000;
/** The maximum size of a pattern after its counted repetitions are expanded: `a{3}` to `aaa`. */
const MOST_PARTS = 100_000;

/** A pattern that is compiled. */
type Program = ReturnType<ReturnType<typeof re2js>['RE2JS']['compile']>;

export interface Regex {
  /** How many parts it has, expanded. */
  readonly parts: number;
  /** Whether it is found anywhere in a text. */
  test(text: string): boolean;
  /** The first parts of a text that fit it, at most `most` of them. */
  find(text: string, most: number): readonly string[];
}

/**
 * Returns a pattern that can be matched. It is compiled at once only where that is what tells whether it is valid.
 *
 * @param longest how many characters the pattern may have
 * @throws {SyntaxError} for an invalid pattern, in the words of Go
 */
export function regexOf(pattern: string, longest = LONGEST): Regex {
  checkSize(pattern, longest);
  let program = isPlainPattern(pattern) ? undefined : compiled(pattern);
  const theProgram = (): Program => (program ??= compiled(pattern));
  return {
    get parts() {
      return theProgram().programSize();
    },
    test: (text) => theProgram().test(text),
    find(text, most) {
      const matcher = theProgram().matcher(text);
      const found: string[] = [];
      while (found.length < most && matcher.find()) found.push(matcher.group() ?? '');
      return found;
    },
  };
}

/** Compiles a pattern. @throws {SyntaxError} */
function compiled(pattern: string): Program {
  const { RE2JS, RE2JSException } = re2js();
  try {
    return RE2JS.compile(pattern);
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
