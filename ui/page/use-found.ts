import type { Absence, Explanation } from '#record';
import type { ObjectName } from '#view';
import { theEngine } from './actions.ts';
import { notDoneIn } from './question.ts';
import { usePage } from './store.ts';
import { useAnswer } from './use-answer.ts';

/** What is found of a question at the moment that is shown; undefined without a question, and until there is an answer. */
export function useFound(
  name: ObjectName | undefined,
  asked: string | undefined,
): Explanation | Absence | Error | undefined {
  const notDone = asked === undefined ? undefined : notDoneIn(asked);
  // What did not happen has no write: the time counts.
  const time = usePage(({ atMs }) => (notDone === undefined ? undefined : Math.floor(atMs)));
  return useAnswer<Explanation | Absence | Error | undefined>(
    (run, moment) => {
      if (name === undefined || asked === undefined) return Promise.resolve(undefined);
      const found: Promise<Explanation | Absence> =
        notDone === undefined
          ? theEngine().ask('why', [run, name, asked, moment.revision])
          : theEngine().ask('whyNot', [run, name, notDone, moment]);
      return found.catch((error: Error) => error);
    },
    `why ${name?.kind} ${name?.key} ${asked}`,
    time,
  );
}
