/** The messages of etcd's API (v3) that Kubernetes needs, with the numbers of their fields. */
import { Fields, Message } from './protobuf.ts';

export interface KeyValue {
  readonly key: string;
  readonly created: number;
  readonly revision: number;
  /** How often it was written since it was created. */
  readonly version: number;
  /** Empty for a key that is deleted. */
  readonly value: Buffer;
  /** 0n: none. */
  readonly lease: bigint;
}

export interface RangeRequest {
  readonly key: string;
  /** Behind the last key; absent: only this key. `\0`: all keys from this one on. */
  readonly end?: string | undefined;
  readonly limit?: number;
  /** Absent: the latest. */
  readonly revision?: number | undefined;
  readonly keysOnly?: boolean;
}

export interface RangeAnswer {
  /** The store's latest revision. */
  readonly revision: number;
  readonly found: readonly KeyValue[];
  /** More keys follow than the limit. */
  readonly more: boolean;
}

/**
 * What must hold for a key: its last write has exactly this revision (0: it does not exist), it was
 * written this often, or it exists.
 */
export type Condition = { readonly key: string } & (
  { readonly revision: number } | { readonly version: number } | { readonly exists: true }
);

export type Operation =
  | {
      readonly put: string;
      readonly value: Uint8Array | string;
      readonly lease?: bigint | undefined;
    }
  | { readonly delete: string }
  | { readonly get: string };

export interface TxnRequest {
  readonly if: readonly Condition[];
  readonly then: readonly Operation[];
  readonly else?: readonly Operation[];
}

export interface TxnAnswer {
  readonly revision: number;
  readonly succeeded: boolean;
  /** What its reads have found, one after the other. */
  readonly found: readonly KeyValue[];
}

export interface WatchEvent {
  readonly isDeletion: boolean;
  readonly kv: KeyValue;
}

export interface WatchAnswer {
  readonly isCreated: boolean;
  readonly isCanceled: boolean;
  /** Set where the revision that was asked for is compacted. */
  readonly compacted: number;
  readonly reason: string;
  readonly events: readonly WatchEvent[];
}

const targets = { version: 0, mod: 2 } as const;
const results = { equal: 0, greater: 1 } as const;

export function rangeMessage({
  key,
  end,
  limit = 0,
  revision = 0,
  keysOnly,
}: RangeRequest): Message {
  return new Message()
    .bytes(1, key)
    .bytes(2, end)
    .number(3, limit)
    .number(4, revision)
    .flag(8, keysOnly);
}

export function txnMessage({ if: conditions, then, else: otherwise = [] }: TxnRequest): Message {
  const txn = new Message();
  for (const each of conditions) txn.message(1, conditionMessage(each));
  for (const each of then) txn.message(2, operationMessage(each));
  for (const each of otherwise) txn.message(3, operationMessage(each));
  return txn;
}

function conditionMessage(condition: Condition): Message {
  const compare = new Message();
  if ('exists' in condition) {
    compare.number(1, results.greater).number(2, targets.version);
    return compare.bytes(3, condition.key).exactNumber(4, 0);
  }
  compare.number(1, results.equal);
  if ('version' in condition) {
    compare.number(2, targets.version).bytes(3, condition.key);
    return compare.exactNumber(4, condition.version);
  }
  compare.number(2, targets.mod).bytes(3, condition.key);
  return compare.exactNumber(6, condition.revision);
}

function operationMessage(operation: Operation): Message {
  if ('put' in operation) {
    const { put, value, lease = 0n } = operation;
    return new Message().message(2, new Message().bytes(1, put).bytes(2, value).number(3, lease));
  }
  if ('delete' in operation) {
    return new Message().message(3, new Message().bytes(1, operation.delete));
  }
  return new Message().message(1, rangeMessage({ key: operation.get }));
}

export function watchMessage(key: string, end: string, start: number): Message {
  const create = new Message().bytes(1, key).bytes(2, end).number(3, start).flag(4, true);
  return new Message().message(1, create);
}

export function readRange(bytes: Buffer): RangeAnswer {
  const fields = new Fields(bytes);
  const found: KeyValue[] = [];
  let revision = 0;
  let more = false;
  while (fields.next()) {
    if (fields.field === 1) revision = revisionOf(fields.bytes());
    else if (fields.field === 2) found.push(readKeyValue(fields.bytes()));
    else if (fields.field === 3) more = fields.number() === 1;
    else fields.skip();
  }
  return { revision, found, more };
}

export function readTxn(bytes: Buffer): TxnAnswer {
  const fields = new Fields(bytes);
  const found: KeyValue[] = [];
  let revision = 0;
  let succeeded = false;
  while (fields.next()) {
    if (fields.field === 1) revision = revisionOf(fields.bytes());
    else if (fields.field === 2) succeeded = fields.number() === 1;
    else if (fields.field === 3) found.push(...foundIn(fields.bytes()));
    else fields.skip();
  }
  return { revision, succeeded, found };
}

function foundIn(answer: Buffer): readonly KeyValue[] {
  const fields = new Fields(answer);
  while (fields.next()) {
    if (fields.field === 1) return readRange(fields.bytes()).found;
    fields.skip();
  }
  return [];
}

export function readWatch(bytes: Buffer): WatchAnswer {
  const fields = new Fields(bytes);
  const events: WatchEvent[] = [];
  let isCreated = false;
  let isCanceled = false;
  let compacted = 0;
  let reason = '';
  while (fields.next()) {
    if (fields.field === 3) isCreated = fields.number() === 1;
    else if (fields.field === 4) isCanceled = fields.number() === 1;
    else if (fields.field === 5) compacted = fields.number();
    else if (fields.field === 6) reason = fields.text();
    else if (fields.field === 11) events.push(readEvent(fields.bytes()));
    else fields.skip();
  }
  return { isCreated, isCanceled, compacted, reason, events };
}

function readEvent(bytes: Buffer): WatchEvent {
  const fields = new Fields(bytes);
  let isDeletion = false;
  let kv: KeyValue | undefined;
  while (fields.next()) {
    if (fields.field === 1) isDeletion = fields.number() === 1;
    else if (fields.field === 2) kv = readKeyValue(fields.bytes());
    else fields.skip();
  }
  return { isDeletion, kv: kv! };
}

function readKeyValue(bytes: Buffer): KeyValue {
  const fields = new Fields(bytes);
  let key = '';
  let created = 0;
  let revision = 0;
  let version = 0;
  let value: Buffer = noBytes;
  let lease = 0n;
  while (fields.next()) {
    if (fields.field === 1) key = fields.text();
    else if (fields.field === 2) created = fields.number();
    else if (fields.field === 3) revision = fields.number();
    else if (fields.field === 4) version = fields.number();
    else if (fields.field === 5) value = fields.bytes();
    else if (fields.field === 6) lease = fields.long();
    else fields.skip();
  }
  return { key, created, revision, version, value, lease };
}

const noBytes = Buffer.alloc(0);

/** Returns the revision in a header. */
function revisionOf(header: Buffer): number {
  return numberIn(header, 3);
}

/** Returns the value of a field that is a number; 0 where it is left out. */
export function numberIn(bytes: Buffer, field: number): number {
  return Number(longIn(bytes, field));
}

export function longIn(bytes: Buffer, field: number): bigint {
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === field) return fields.long();
    fields.skip();
  }
  return 0n;
}

/** Returns the value of a field that is a text; empty where it is left out. */
export function textIn(bytes: Buffer, field: number): string {
  const fields = new Fields(bytes);
  while (fields.next()) {
    if (fields.field === field) return fields.text();
    fields.skip();
  }
  return '';
}
