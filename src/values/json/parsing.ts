/** Reads long JSON in parts: one JSON.parse of it would block other work for too long. */
import type { Resumable } from '../work/resumable.ts';
import { endOfString } from './survey.ts';

/** The number of characters that are read between two pauses. */
const sliceLength = 128 * 1024;

/**
 * The result of JSON.parse, read in parts. Rejects bad JSON too, but with other messages.
 * @throws {SyntaxError}
 */
export function* parsingJson(text: string, slice = sliceLength): Resumable<unknown> {
  const ends = yield* endsOfLong(text, slice);
  const start = text.search(/[^ \t\n\r]/);
  const end = ends.get(start);
  if (end === undefined) return JSON.parse(text) as unknown;
  if (!isBlank(text.slice(end + 1))) throw new SyntaxError();
  return yield* new LongJson(text, ends, slice).read(start, end);
}

/** Start to end of the objects and lists that are longer than a slice. */
function* endsOfLong(text: string, slice: number): Resumable<ReadonlyMap<number, number>> {
  const ends = new Map<number, number>();
  if (text.length <= slice) return ends;
  const starts: number[] = [];
  let pause = slice;
  for (let at = 0; at < text.length; at++) {
    if (at >= pause) {
      yield;
      pause = at + slice;
    }
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') starts.push(at);
    else if (character === '}' || character === ']') {
      const start = starts.pop();
      if (start !== undefined && at - start > slice) ends.set(start, at);
    }
  }
  return ends;
}

class LongJson {
  readonly #text: string;
  readonly #ends: ReadonlyMap<number, number>;
  readonly #slice: number;

  constructor(text: string, ends: ReadonlyMap<number, number>, slice: number) {
    this.#text = text;
    this.#ends = ends;
    this.#slice = slice;
  }

  /** The object or list at a position: many small parts at a time, long ones recursively. */
  *read(start: number, end: number): Resumable<unknown> {
    const text = this.#text;
    const whole: Whole = text[start] === '[' ? new LongList() : new LongObject();
    if (text[end] !== whole.close) throw new SyntaxError();
    /** The starts of the parts that have not been read, and of the last of them. */
    let [from, member, depth] = [start + 1, start + 1, 0];
    for (let at = start + 1; at < end; at++) {
      const character = text[at]!;
      const long = this.#ends.get(at);
      if (long !== undefined) {
        if (member > from) whole.add(text.slice(from, member - 1));
        whole.set(text.slice(member, at), yield* this.read(at, long));
        at = long + 1;
        while (isBlank(text[at]!)) at++;
        if (at === end) return whole.value;
        if (text[at] !== ',') throw new SyntaxError();
        [from, member] = [at + 1, at + 1];
      } else if (character === '"') at = endOfString(text, at);
      else if (character === '{' || character === '[') depth++;
      else if (character === '}' || character === ']') depth--;
      else if (character === ',' && depth === 0) {
        member = at + 1;
        if (at - from < this.#slice) continue;
        whole.add(text.slice(from, at));
        from = member;
        yield;
      }
    }
    const rest = text.slice(from, end);
    const isEmpty = from === start + 1 && isBlank(rest);
    if (!isEmpty) whole.add(rest);
    return whole.value;
  }
}

/**
 * An object or list that is being built. Each added text has at least one part: after a comma there
 * is always one.
 */
interface Whole {
  readonly value: object;
  readonly close: string;
  /** Adds the parts in a text: at least one. */
  add(parts: string): void;
  /** Adds one part. @param before the text in front of it */
  set(before: string, part: unknown): void;
}

class LongList implements Whole {
  readonly value: unknown[] = [];
  readonly close = ']';

  add(parts: string): void {
    if (isBlank(parts)) throw new SyntaxError();
    for (const part of JSON.parse(`[${parts}]`) as unknown[]) this.value.push(part);
  }

  set(before: string, part: unknown): void {
    if (!isBlank(before)) throw new SyntaxError();
    this.value.push(part);
  }
}

class LongObject implements Whole {
  readonly value: Record<string, unknown> = {};
  readonly close = '}';

  add(parts: string): void {
    if (isBlank(parts)) throw new SyntaxError();
    const fields = JSON.parse(`{${parts}}`) as Record<string, unknown>;
    for (const name of Object.keys(fields)) this.#put(name, fields[name]);
  }

  set(before: string, part: unknown): void {
    const [name] = Object.keys(JSON.parse(`{${before}0}`) as object);
    if (name === undefined || !before.trimEnd().endsWith(':')) throw new SyntaxError();
    this.#put(name, part);
  }

  /** As an own field, even with a name such as `__proto__`. */
  #put(name: string, value: unknown): void {
    if (name !== '__proto__') this.value[name] = value;
    else Object.defineProperty(this.value, name, own(value));
  }
}

function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

function isBlank(text: string): boolean {
  return !/[^ \t\n\r]/.test(text);
}
