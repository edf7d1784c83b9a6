import { useState } from 'react';
import { show, tell, theEngine } from './actions.ts';
import { act, useCanAct } from './acting.ts';
import { DoneText } from './done.tsx';
import { ManifestForm } from './edit-part.tsx';
import { timeText } from './moment.ts';
import { store, usePage, type Done } from './store.ts';

/** What can be done to the cluster as a whole, and all that was done. */
export function ActView(): React.ReactNode {
  const canAct = useCanAct();
  const atMs = usePage((state) =>
    state.source === 'live' ? state.run!.summary.lastsMs : state.atMs,
  );
  const [manifest, setManifest] = useState('');
  if (!canAct) {
    return <p className="empty">This run has no scenario with it that could be played again.</p>;
  }
  return (
    <section className="act">
      <p>
        What you do happens at {timeText(Math.round(atMs))}. Select an object in another view to
        scale, restart, load, drain or delete it.
      </p>
      <details open>
        <summary>Apply a manifest</summary>
        <ManifestForm text={manifest} onText={setManifest} onDone={() => setManifest('')} />
      </details>
      <details open>
        <summary>Let requests fail</summary>
        <FaultForm />
      </details>
      <DoneList />
    </section>
  );
}

const errors = ['429', '503', '500', '504', '409', '410', '401', '403'];
const verbs = [
  'any',
  'read',
  'write',
  'get',
  'list',
  'watch',
  'create',
  'update',
  'patch',
  'delete',
];

function FaultForm(): React.ReactNode {
  const [error, setError] = useState('429');
  const [client, setClient] = useState('');
  const [verb, setVerb] = useState('any');
  const [resource, setResource] = useState('');
  const [seconds, setSeconds] = useState('30');
  const inject = (): void => {
    const match = {
      ...(client !== '' && { client }),
      ...(verb !== 'any' && { verb }),
      ...(resource !== '' && { resource }),
    };
    const fault = { error: Number(error), match, for: `${seconds}s` };
    void act({ step: { fault } });
  };
  return (
    <form
      className="toolbar"
      onSubmit={(event) => {
        event.preventDefault();
        inject();
      }}
    >
      <Choice label="Answer" value={error} all={errors} onChange={setError} />
      <Choice label="to" value={verb} all={verbs} onChange={setVerb} />
      <Field label="of" value={resource} hint="any, such as pods" onChange={setResource} />
      <Field label="by" value={client} hint="any, such as kubelet" onChange={setClient} />
      <label>
        for{' '}
        <input
          type="number"
          min={1}
          required
          value={seconds}
          onChange={({ target }) => setSeconds(target.value)}
        />{' '}
        s
      </label>
      <button type="submit">Inject</button>
    </form>
  );
}

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice(props: FieldProps & { readonly all: readonly string[] }): React.ReactNode {
  return (
    <label>
      {props.label}{' '}
      <select value={props.value} onChange={({ target }) => props.onChange(target.value)}>
        {props.all.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

function Field(props: FieldProps & { readonly hint: string }): React.ReactNode {
  return (
    <label>
      {props.label}{' '}
      <input
        type="text"
        value={props.value}
        placeholder={props.hint}
        onChange={({ target }) => props.onChange(target.value.trim())}
      />
    </label>
  );
}

function DoneList(): React.ReactNode {
  const done = usePage((state) => state.done);
  const isLive = usePage((state) => state.source === 'live');
  return (
    <section aria-live="polite">
      <h3>What was done</h3>
      {done.length === 0 && <p className="dim">Nothing yet.</p>}
      <ol>
        {done.map((each, i) => (
          <li key={i}>
            <b>{timeText(each.atMs)}</b> <DoneText done={each} />
          </li>
        ))}
      </ol>
      {done.length > 0 && (
        <div className="toolbar">
          <button type="button" onClick={() => void copyAsScenario(done).catch(tell)}>
            Copy as scenario
          </button>
          {!isLive && (
            <button type="button" onClick={() => show('scenario')}>
              See the scenario with it
            </button>
          )}
        </div>
      )}
    </section>
  );
}

/** A scenario is what the editor has; of a server it is made of what was done there. */
async function copyAsScenario(done: readonly Done[]): Promise<void> {
  const { source, run, scenario } = store.get();
  let { text } = scenario;
  if (source === 'live') {
    const { nodes } = await theEngine().ask('scene', [run!.id, run!.summary.revision]);
    const names = nodes.map(({ name }) => name);
    text = await theEngine().ask('scenarioOf', [done, names]);
    store.set({ scenario: { name: 'what-was-done', text }, library: undefined });
  }
  await navigator.clipboard.writeText(text);
  store.set({ told: 'The scenario is in the clipboard, and in the view Scenario.' });
}
