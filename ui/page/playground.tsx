import { useEffect, useState } from 'react';
import type { Session } from '../engine/session.ts';
import { lint, open, play, theEngine } from './actions.ts';
import { CodeEditor } from './code-editor.tsx';
import { library, type LibraryEntry } from './library.ts';
import { Problems, type Place } from './problems.tsx';
import { store, usePage } from './store.ts';

/** Choose a scenario, edit it, play it. */
export function Playground(): React.ReactNode {
  const { name, text } = usePage((state) => state.scenario);
  const problems = usePage((state) => state.problems);
  const [seed, setSeed] = useState('');
  const [place, setPlace] = useState<Place>();
  useLint(text);
  const playIt = (): void => void play(seed === '' ? {} : { seed: Number(seed) });
  return (
    <section className="playground">
      <div className="toolbar">
        <label>
          Seed{' '}
          <input
            type="number"
            min={0}
            value={seed}
            placeholder="its own"
            onChange={({ target }) => setSeed(target.value)}
          />
        </label>
        <button type="button" className="primary" onClick={playIt}>
          ▶ Play it
        </button>
        <label className="file">
          Open a record{' '}
          <input
            type="file"
            accept=".run,.json,.gz"
            onChange={({ target }) => void target.files?.[0]?.arrayBuffer().then(open)}
          />
        </label>
      </div>
      <p className="dim">
        {name}.yaml. Ctrl+Enter plays it, Ctrl+Space completes, F8 leads to the next problem.
      </p>
      <CodeEditor
        label={`${name}.yaml`}
        text={text}
        onText={(next) => store.set({ scenario: { name, text: next }, library: undefined })}
        onSubmit={playIt}
        complete={complete}
        marks={problems}
        goTo={place}
      />
      <Problems problems={problems} onChoose={setPlace} />
    </section>
  );
}

function complete(text: string, offset: number): ReturnType<Session['complete']> {
  return theEngine().ask('complete', [text, offset]);
}

/** The scenarios of the library: the one that is chosen is played. */
export function Chooser(): React.ReactNode {
  const [entries, setEntries] = useState<readonly LibraryEntry[]>([]);
  const chosen = usePage((state) => state.library);
  useEffect(() => void library().then(setEntries), []);
  if (entries.length === 0) return null;
  const topics = [...new Set(entries.map(({ name }) => name.split('/')[0]!))];
  return (
    <label className="chooser">
      <span className="unseen">Scenario</span>
      <select
        value={chosen ?? ''}
        onChange={({ target }) => {
          const entry = entries.find(({ name }) => name === target.value);
          if (entry === undefined) return;
          choose(entry);
          void play();
        }}
      >
        {chosen === undefined && <option value="">your own text</option>}
        {topics.map((topic) => (
          <optgroup key={topic} label={topic}>
            {entries
              .filter(({ name }) => name.split('/')[0] === topic)
              .map(({ name, description }) => (
                <option key={name} value={name} title={description}>
                  {name.split('/').at(-1)}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
    </label>
  );
}

export function choose({ name, text }: LibraryEntry): void {
  store.set({ scenario: { name, text }, library: name, problems: [] });
}

/** Reads the text a moment after it was changed. */
function useLint(text: string): void {
  useEffect(() => {
    if (text === '') return;
    const timer = setTimeout(() => void lint(), 400);
    return () => clearTimeout(timer);
  }, [text]);
}
