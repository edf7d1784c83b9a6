/** What a walk that brings a value into the form of its type knows on its way. */
import { mapShared, type LongLists } from '#values';
import type { StructSchema } from '../schema.ts';
import { readingExactTimes } from './exact-times.ts';
import type { GoForm } from './go-types.ts';
import { TypeMismatch } from './mismatch.ts';
import { jsonReader, type ValueReader } from './readers.ts';

/** @param type the one that lacks the field */
export type OnForeign = (type: StructSchema, field: string) => void;

export interface ConformOptions {
  /** Gets the paths of unknown fields, such as `spec.containers[0].foo`, in document order. */
  readonly onUnknown?: ((path: string) => void) | undefined;
  /** Gets the type and the name of each unknown field; it may get one twice. */
  readonly onForeign?: OnForeign | undefined;
  /** A value that already fits, such as the stored object: parts shared with it are not checked. */
  readonly fitting?: unknown;
  /** Default: {@link jsonReader}. */
  readonly reader?: ValueReader;
  /** Gets the value with the fractions of seconds that its times lost, if they lost any. */
  readonly onExact?: (exact: unknown) => void;
  /** The version of the value, if its types are those of a newer version. Messages name it. */
  readonly version?: string;
}

type Reports = Pick<ConformOptions, 'onUnknown' | 'onForeign'>;

interface NamedField {
  readonly struct: string;
  readonly name: string;
}

/** Does something at a place that the walk has left. */
type AtPlace = <T>(work: () => T) => T;

/** How values are read, and the place of the walk, as far as a caller needs it. */
export class Walk {
  readonly reader: ValueReader;
  readonly form: GoForm;
  /** A time that was read lost a fraction of its second. */
  cutsTimes = false;
  /** The fields that the place is in, where lists are left for later: their errors name them. */
  fields: NamedField[] | undefined;
  readonly #reports: Reports;
  readonly #unknown: PathsInOrder | undefined;
  /** The walk through the object that has the union which this one is through. */
  readonly #around: Walk | undefined;
  #path: string[] = [];
  #lists: LongLists | undefined;

  private constructor(
    reader: ValueReader,
    form: GoForm,
    reports: Reports = {},
    unknown?: PathsInOrder,
    around?: Walk,
  ) {
    this.reader = reader;
    this.form = form;
    this.#reports = reports;
    this.#unknown = unknown;
    this.#around = around;
    if (around !== undefined && around.#lists !== undefined) this.leavingTo(around.#lists);
  }

  /** @param unknown gets the paths of unknown fields, for a walk that leaves lists for later */
  static of(schema: StructSchema, options: ConformOptions, unknown?: PathsInOrder): Walk {
    const { reader = jsonReader, version, onUnknown, onForeign } = options;
    const report = unknown === undefined ? onUnknown : (path: string) => unknown.add(path);
    const reports = { onUnknown: report, onForeign };
    return new Walk(reader, { root: schema, version }, reports, unknown);
  }

  /** The same walk, which keeps the fractions of seconds and reports nothing. */
  ofExactTimes(): Walk {
    return new Walk(readingExactTimes(this.reader), this.form);
  }

  /** A walk through a union, which decodes itself. */
  ofUnion(): Walk {
    return new Walk(jsonReader, this.form, {}, undefined, this);
  }

  /** Leaves long lists for later. */
  leavingTo(lists: LongLists): this {
    this.#lists = lists;
    this.fields = [];
    return this;
  }

  get tracksPath(): boolean {
    return this.#reports.onUnknown !== undefined;
  }

  unknown(type: StructSchema, field: string): void {
    const { onForeign, onUnknown } = this.#reports;
    onForeign?.(type, field);
    onUnknown?.([...this.#path, `.${field}`].join('').slice(1));
  }

  enter(part: string): void {
    this.#path.push(part);
  }

  leave(): void {
    this.#path.pop();
  }

  map(
    list: readonly unknown[],
    change: (element: unknown, index: number) => unknown,
  ): readonly unknown[] {
    if (this.#lists?.isLong(list.length) !== true) return mapShared(list, change);
    const atPlace = this.#place();
    return mapShared(list, (each, index) => atPlace(() => change(each, index)), this.#lists);
  }

  #place(): AtPlace {
    const path = [...this.#path];
    const fields = [...this.fields!];
    const atPlace: AtPlace = (work) => {
      this.#path = path;
      this.fields = fields;
      try {
        return work();
      } catch (error) {
        throw located(error, fields);
      }
    };
    if (this.#around !== undefined) return placeInUnion(this.#around.#place(), atPlace);
    const reported = this.#unknown?.place();
    return reported === undefined ? atPlace : (work) => reported(() => atPlace(work));
  }
}

function placeInUnion(around: AtPlace, within: AtPlace): AtPlace {
  return (work) =>
    around(() => {
      try {
        return within(work);
      } catch (error) {
        throw ofUnion(error);
      }
    });
}

/** An error with the fields that contain its value. */
function located(error: unknown, fields: readonly NamedField[]): unknown {
  if (error instanceof TypeMismatch) {
    for (const { struct, name } of fields.toReversed()) error.within(struct, name);
  }
  return error;
}

/** Errors in a union name the field that has it. */
export function ofUnion(error: unknown): unknown {
  return error instanceof TypeMismatch ? new TypeMismatch(error.found, error.expected) : error;
}

type Paths = (string | Paths)[];

/** Paths in the order of their document, whatever the order in which they are found. */
export class PathsInOrder {
  readonly #all: Paths = [];
  #here: Paths = this.#all;

  add(path: string): void {
    this.#here.push(path);
  }

  /** Returns what does something later, whose paths belong here. */
  place(): AtPlace {
    const here: Paths = [];
    this.#here.push(here);
    return (work) => {
      this.#here = here;
      return work();
    };
  }

  forEach(use: (path: string) => void): void {
    const pass = (paths: Paths): void => {
      for (const each of paths) {
        if (typeof each === 'string') use(each);
        else pass(each);
      }
    };
    pass(this.#all);
  }
}
