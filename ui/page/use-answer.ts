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
 * @param end the end of the run, for an answer that depends on that and not on the moment
 */
export function useAnswer<T>(
  ask: (run: number, moment: Moment) => Promise<T>,
  about: string,
  end?: number,
): T | undefined {
  const run = usePage((state) => state.run?.id);
  const revision = usePage((state) => end ?? state.revision);
  const [found, setFound] = useState<Found<T>>();
  const latest = useRef({ wanted: '', isBusy: false });
  const subject = `${run} ${about}`;
  useEffect(() => {
    const line = latest.current;
    line.wanted = `${subject} ${revision}`;
    const next = (): void => {
      if (run === undefined || line.isBusy) return;
      line.isBusy = true;
      const { wanted } = line;
      const { revision: then, atMs } = store.get();
      void ask(run, { revision: then, atMs })
        .then((answer) => setFound({ about: subject, answer }))
        .catch(() => setFound(undefined))
        .finally(() => {
          line.isBusy = false;
          if (line.wanted !== wanted) next();
        });
    };
    next();
  }, [subject, revision]);
  return found?.about === subject ? found.answer : undefined;
}
