import { useEffect, useRef, useState } from 'react';
import type { Moment } from './moment.ts';
import { store, usePage } from './store.ts';

interface Found<T> {
  /** What was asked, without the moment. */
  readonly about: string;
  readonly answer: T;
}

/**
 * The engine's answer to a question about the moment that is shown; undefined until there is one.
 * While time moves, one question is under way at a time, and the last answer stays.
 * @param about distinguishes questions: an answer to another one is not shown
 * @param by what the answer depends on in place of the revision: the end of the run, or the time
 */
export function useAnswer<T>(
  ask: (run: number, moment: Moment) => Promise<T>,
  about: string,
  by?: number,
): T | undefined {
  const run = usePage((state) => state.run?.id);
  const revision = usePage((state) => by ?? state.revision);
  const [found, setFound] = useState<Found<T>>();
  const latest = useRef<Line<T>>({ isBusy: false });
  const subject = `${run} ${about}`;
  useEffect(() => {
    const line = latest.current;
    if (run === undefined) return;
    line.wanted = { about: subject, ask: (moment) => ask(run, moment) };
    if (!line.isBusy) void answerOn(line, setFound);
  }, [subject, revision]);
  return found?.about === subject ? found.answer : undefined;
}

interface Wanted<T> {
  readonly about: string;
  readonly ask: (moment: Moment) => Promise<T>;
}

/** Where questions wait: the latest one. */
interface Line<T> {
  wanted?: Wanted<T> | undefined;
  isBusy: boolean;
}

/** Answers what is wanted until nothing else is. */
async function answerOn<T>(
  line: Line<T>,
  show: (found: Found<T> | undefined) => void,
): Promise<void> {
  line.isBusy = true;
  while (line.wanted !== undefined) {
    const { about, ask } = line.wanted;
    line.wanted = undefined;
    const { revision, atMs } = store.get();
    try {
      show({ about, answer: await ask({ revision, atMs }) });
    } catch {
      show(undefined);
    }
  }
  line.isBusy = false;
}
