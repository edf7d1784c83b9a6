/** One condition of a field selector: it compares the text of a field. */
export interface FieldTerm {
  readonly field: string;
  readonly operator: '=' | '!=';
  /** Unescaped. */
  readonly value: string;
}

/** Fields of an object that can be selected on; a missing one counts as empty. */
export type SelectableFields = Readonly<Record<string, string>>;

/** A parsed field selector: terms that must all match. An immutable value. */
export class FieldSelector {
  readonly terms: readonly FieldTerm[];

  /** Use {@link parseFieldSelector}. */
  constructor(terms: readonly FieldTerm[]) {
    this.terms = terms;
  }

  matches(fields: SelectableFields): boolean {
    for (const { field, operator, value } of this.terms) {
      if (((fields[field] ?? '') === value) !== (operator === '=')) return false;
    }
    return true;
  }

  /** Whether it has no term and so selects everything. */
  isEmpty(): boolean {
    return this.terms.length === 0;
  }

  /** The canonical text, which parses to an equal selector. */
  toString(): string {
    return this.terms
      .map(({ field, operator, value }) => field + operator + escapeFieldValue(value))
      .join(',');
  }
}

/**
 * Parses a `fieldSelector` parameter; the terms keep the order of the text. Does not check which
 * fields a kind supports. Throws an Error with the message of the API server.
 */
export function parseFieldSelector(text: string): FieldSelector {
  const parts = splitAtCommas(text).filter((part) => part !== '');
  const terms = parts.sort().map((part) => readTerm(part, text));
  return new FieldSelector(terms.filter(({ field, value }) => field !== '' || value !== ''));
}

/** Puts a backslash before the special characters of field selectors: backslash, comma, equals sign. */
export function escapeFieldValue(value: string): string {
  return value.replace(/[\\,=]/g, '\\$&');
}

/** Undoes {@link escapeFieldValue}. Throws an Error for unescaped characters and unknown escapes. */
export function unescapeFieldValue(escaped: string): string {
  return escaped.replace(/\\([^])?|[,=]/gu, (match: string, character: string | undefined) => {
    if (!match.startsWith('\\')) {
      throw new Error(
        `invalid field selector: unescaped character in value: ${match.charCodeAt(0)}`,
      );
    }
    if (character === undefined || !'\\,='.includes(character)) {
      throw new Error(`invalid field selector: invalid escape sequence: ${match}`);
    }
    return character;
  });
}

function readTerm(part: string, text: string): FieldTerm {
  const match = /^((?:[^!=]|!(?!=))*)(!=|==|=)(.*)$/s.exec(part);
  if (match === null) throw new Error(`invalid selector: '${text}'; can't understand '${part}'`);
  const [, field, operator, value] = match as unknown as [string, string, string, string];
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeFieldValue(value) };
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') {
      index++;
    } else if (text[index] === ',') {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, text.slice(start)];
}
