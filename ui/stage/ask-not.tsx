import { useState } from 'react';
import type { Calendar, ObjectName, Scene } from '#view';
import { askWhy, scrub } from '../page/actions.ts';
import { notText } from '../page/question.ts';
import { usePage } from '../page/store.ts';
import { notQuestionsOf, type NotQuestion } from './not-questions.ts';

interface AskNotProps {
  readonly focus: ObjectName;
  readonly scene: Scene;
  readonly calendars: readonly Calendar[];
}

/** Questions about what did not happen. */
export function AskNot({ focus, scene, calendars }: AskNotProps): React.ReactNode {
  // Runs are due at whole seconds.
  const second = usePage(({ atMs }) => Math.floor(atMs / 1000));
  const { single, of, choices } = notQuestionsOf(focus, scene, calendars, second * 1000);
  if (single.length === 0 && choices.length === 0) return null;
  return (
    <div className="ask-not" role="group" aria-label="Why not?">
      {single.map((each) => (
        <button
          key={each.label}
          type="button"
          className="link"
          data-ask={notText(each.notDone)}
          onClick={() => ask(each)}
        >
          {each.label}
        </button>
      ))}
      {choices.length > 0 && <Choice key={focus.key} of={of} choices={choices} />}
    </div>
  );
}

interface ChoiceProps {
  readonly of: string;
  readonly choices: readonly NotQuestion[];
}

/** Asks about one of many: which one is chosen first, so that arrow keys can go through them. */
function Choice({ of, choices }: ChoiceProps): React.ReactNode {
  const [label, setLabel] = useState<string>();
  const chosen = choices.find((each) => each.label === label) ?? choices[0]!;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask(chosen);
      }}
    >
      <label>
        {of}{' '}
        <select value={chosen.label} onChange={({ target }) => setLabel(target.value)}>
          {choices.map((each) => (
            <option key={`${each.object.key} ${each.label}`}>{each.label}</option>
          ))}
        </select>
      </label>{' '}
      <button aria-label={`${of} ${chosen.label}?`} data-ask={notText(chosen.notDone)}>
        ?
      </button>
    </form>
  );
}

function ask({ object, notDone, atMs }: NotQuestion): void {
  if (atMs !== undefined) scrub(atMs);
  askWhy(object, notText(notDone));
}
