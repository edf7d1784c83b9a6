/** A lesson: a scenario, and questions about it that are answered before it is played. */
export interface Lesson {
  /** The name of its file, without ending. */
  readonly name: string;
  readonly title: string;
  readonly topic: string;
  /** Of the library: `daemonset/rolling-update`; or a file: `./mine.yaml`. */
  readonly scenario: string;
  /** Values of its variables: which of a matrix is played. */
  readonly set: Readonly<Record<string, string | number>>;
  /** Paragraphs before the first question. */
  readonly intro: readonly string[];
  readonly questions: readonly LessonQuestion[];
  /** What the introduction says about the run. */
  readonly said: readonly SaidValue[];
}

export interface LessonQuestion {
  readonly title: string;
  /** Paragraphs: the situation, and what is asked. */
  readonly text: readonly string[];
  /** Virtual ms since the start. */
  readonly atMs: number;
  readonly kind: string;
  /** `namespace/name`, or `name` */
  readonly key: string;
  /** `status.numberReady`; of a list the number of its entries counts. */
  readonly field: string;
  /** To choose from. Which one is right, the run says. */
  readonly answers: readonly string[];
  /** Of its answers, in the file, from 1. */
  readonly line: number;
  /** Changes of the scenario under which the other answers are right. */
  readonly others: readonly OtherAnswer[];
  /** Paragraphs that are shown once it is answered. */
  readonly after: readonly string[];
  /** What its paragraphs say about the run. */
  readonly said: readonly SaidValue[];
}

/** A number or a word in the prose that is taken from the run. */
export interface SaidValue {
  /** As it is read: `six`, `2:30`. */
  readonly text: string;
  /** Where it is from, as the lesson writes it: `@2m1s`, `=8`. */
  readonly source: string;
  /** In the file, from 1. */
  readonly line: number;
  readonly kind: string;
  readonly key: string;
  readonly field: string;
  /** The text says the value at this moment, virtual ms since the start; or, absent, a time. */
  readonly atMs?: number;
  /** The text says when the field becomes this. */
  readonly becomes?: string;
}

/** With these parts of the scenario's text replaced, `answer` is right. */
export interface OtherAnswer {
  readonly answer: string;
  /** In the file, from 1. */
  readonly line: number;
  readonly changes: readonly TextChange[];
}

export interface TextChange {
  readonly found: string;
  readonly replaced: string;
}

/** A text that is not a lesson. */
export class LessonError extends Error {
  override readonly name = 'LessonError';
  /** Of the text, from 1. */
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}
