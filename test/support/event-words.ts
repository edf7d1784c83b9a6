/** Collects what events say, in many runs. */
import { event } from '#kinds';
import type { Event } from '#types';
import type { Past } from '#store';
import { plain } from './past.ts';

/** All that was said, in general: without names, numbers and times. */
export class EventWords {
  readonly #said = new Set<string>();

  /** Adds what the events of a run say. */
  add(past: Past): void {
    for (const { value } of past.changes()) {
      if (value.kind === event.kind) this.#said.add(wordsOf(value as Event));
    }
  }

  /** What was said that is not in a text of all that may be. */
  beyond(text: string): readonly string[] {
    const known = new Set(text.split('\n'));
    return [...this.#said].filter((one) => !known.has(one));
  }

  get text(): string {
    return `${[...this.#said].sort().join('\n')}\n`;
  }
}

function wordsOf(value: Event): string {
  const {
    type,
    reason = '',
    note,
    message,
    involvedObject,
    regarding,
    source,
  } = value as Event & {
    readonly note?: string;
    readonly regarding?: Event['involvedObject'];
  };
  const { reportingController, reportingComponent, action } = value as {
    readonly reportingController?: string;
    readonly reportingComponent?: string;
    readonly action?: string;
  };
  const who = source?.component ?? reportingController ?? reportingComponent ?? '';
  const { kind = '' } = involvedObject ?? regarding ?? {};
  const words = [who, type, reason, action, kind].filter(Boolean).join(' ');
  const said = plain([message ?? note ?? ''])[0]!
    .replace(/"[^"]*"/g, '"*"')
    .replace(/\b[a-z]\w*([-/][\w*.]+)+/g, '*')
    .replace(/\d+/g, '#');
  return `${words}: ${said}`;
}
