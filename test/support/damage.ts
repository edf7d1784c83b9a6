/** Ways to damage a folder of data; the checksums of what is forged are right. */
import { cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { fileHead } from '../../src/durable/record.ts';

export const namesIn = (folder: string, kind: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith(kind));

/** A file's records, with their frames. */
export function recordsOf(file: string): Buffer[] {
  const bytes = readFileSync(file);
  const records: Buffer[] = [];
  for (let at = fileHead.length; at < bytes.length; at += records.at(-1)!.length) {
    records.push(bytes.subarray(at, at + 8 + bytes.readUInt32LE(at)));
  }
  return records;
}

export const write = (file: string, records: readonly Buffer[]): void =>
  writeFileSync(file, Buffer.concat([fileHead, ...records]));

/** A record with another head and body, and the right checksum. */
export function forged(
  record: Buffer,
  change: (head: Fields, body: string) => [unknown, string],
): Buffer {
  const headEnd = 12 + record.readUInt32LE(8);
  const head = JSON.parse(record.toString('utf8', 12, headEnd)) as Fields;
  const [newHead, body] = change(head, record.toString('utf8', headEnd));
  const text = Buffer.from(typeof newHead === 'string' ? newHead : JSON.stringify(newHead));
  const bytes = Buffer.concat([Buffer.alloc(12), text, Buffer.from(body)]);
  bytes.writeUInt32LE(bytes.length - 8, 0);
  bytes.writeUInt32LE(text.length, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(8)), 4);
  return bytes;
}

export type Fields = Record<string, unknown>;
const withHead = (fields: Fields) => (record: Buffer) =>
  forged(record, (head, body) => [{ ...head, ...fields }, body]);
const withBody = (body: string) => (record: Buffer) => forged(record, (head) => [head, body]);

/** What is done to a file's records: `at` and `other` are places in it. */
const ofRecords: Readonly<
  Record<string, (records: Buffer[], at: number, other: number) => Buffer[]>
> = {
  'a record is missing': (records, at) => records.toSpliced(at, 1),
  'a record is there twice': (records, at) => records.toSpliced(at, 0, records[at]!),
  'two records are swapped': (records, at, other) =>
    records.with(at, records[other]!).with(other, records[at]!),
  'the rest is missing': (records, at) => records.slice(0, at),
  'the first ones are missing': (records, at) => records.slice(at),
  'a record comes again later': (records, at, other) => records.toSpliced(other, 0, records[at]!),
  'a bit is another one': (records, at, other) => {
    const bytes = Buffer.from(records[at]!);
    bytes[(other * 31) % bytes.length]! ^= 1 << (other % 8);
    return records.with(at, bytes);
  },
  'a record is cut': (records, at, other) =>
    records.with(at, records[at]!.subarray(0, 1 + (other % (records[at]!.length - 1)))),
};

const ofOne: Readonly<Record<string, (record: Buffer) => Buffer>> = {
  'a revision that goes back': withHead({ revision: 1 }),
  'a revision far ahead': withHead({ revision: 1e9 }),
  'a revision of text': withHead({ revision: 'abc' }),
  'a revision that is null': withHead({ revision: null }),
  'a revision with a fraction': withHead({ revision: 1.5 }),
  'a time after all times': withHead({ time: 1e300 }),
  'a time before all times': withHead({ time: -1e18 }),
  'a time that goes back': withHead({ time: -5 }),
  'a time of text': withHead({ time: 'now' }),
  'no key': withHead({ key: undefined, bucket: undefined }),
  'a key that is a number': withHead({ key: 7 }),
  'no writer': withHead({ origin: null }),
  'an expiry of text': withHead({ expires: 'soon' }),
  'an unknown type': withHead({ type: 'moved', created: 'x' }),
  'a head that is not JSON': (record) => forged(record, (_, body) => ['{"revision":', body]),
  'a head that is a list': (record) => forged(record, (_, body) => ['[1]', body]),
  'an object that is not JSON': withBody('{"metadata":'),
  'an object that is null': withBody('null'),
  'an object without metadata': withBody('{"kind":"ConfigMap"}'),
  'an object of another revision': withBody('{"metadata":{"name":"a","resourceVersion":"5"}}'),
  'no object': withBody(''),
};

/** What is done to whole files. */
const ofFiles: Readonly<Record<string, (one: string, other: string) => void>> = {
  'two files are swapped': (one, other) => {
    renameSync(one, `${one}.x`);
    renameSync(other, one);
    renameSync(`${one}.x`, other);
  },
  'a file is a copy of another': (one, other) => cpSync(other, one),
  'a file is missing': (one) => rmSync(one),
  'a file is empty': (one) => writeFileSync(one, ''),
};

/** Which file and which records, as numbers of any size. */
export interface DamagePlace {
  readonly kind: 'log' | 'snapshot';
  readonly file: number;
  readonly at: number;
  readonly other: number;
}

const pick = <T>(all: readonly T[], at: number): T => all[at % all.length]!;

function inFile(
  change: (records: Buffer[], at: number, other: number) => Buffer[],
): (folder: string, place: DamagePlace) => void {
  return (folder, { kind, file, at, other }) => {
    const path = join(folder, pick(namesIn(folder, `${kind}-0`), file));
    const records = recordsOf(path);
    write(path, change(records, at % records.length, other % records.length));
  };
}

/** By what is wrong then. */
export const damages: Readonly<Record<string, (folder: string, place: DamagePlace) => void>> = {
  ...Object.fromEntries(Object.entries(ofRecords).map(([name, change]) => [name, inFile(change)])),
  ...Object.fromEntries(
    Object.entries(ofOne).map(([name, change]) => [
      `a record has ${name}`,
      inFile((records, at) => records.with(at, change(records[at]!))),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(ofFiles).map(([name, change]) => [
      name,
      (folder: string, { kind, file, other }: DamagePlace) => {
        const paths = namesIn(folder, `${kind}-0`).map((each) => join(folder, each));
        const [one, two] = [pick(paths, file), pick(paths, other)];
        if (one !== two) change(one, two);
      },
    ]),
  ),
};
