import { useMemo, useState } from 'react';
import type { ObjectName, ObjectView } from '#view';
import { askWhy, select, selectWrite, theEngine } from './actions.ts';
import { ActPart } from './act.tsx';
import { NextRunPart } from './calendar.tsx';
import { LifePart } from './life-part.tsx';
import { timeText } from './moment.ts';
import { store, usePage } from './store.ts';
import { useAnswer } from './use-answer.ts';
import { CauseGraphPart } from './why-graph.tsx';
import { WhyPart } from './why.tsx';

/** The selected object at the moment, beside the view. */
export function ObjectPanel(): React.ReactNode {
  const selected = usePage((state) => state.selected);
  const hasRun = usePage((state) => state.run !== undefined);
  return selected === undefined || !hasRun ? null : <Panel name={selected} />;
}

function Panel({ name }: { readonly name: ObjectName }): React.ReactNode {
  const asked = usePage((state) => state.asked);
  const about = `${name.kind} ${name.key}`;
  const object = useAnswer(
    (run, { revision }) => theEngine().ask('object', [run, name, revision]),
    about,
  );
  return (
    <aside className="panel" aria-label={about}>
      <div className="panel-head">
        <h2>
          {name.kind} <span className="key">{name.key}</span>
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => store.set({ selected: undefined, asked: undefined })}
        >
          ✕
        </button>
      </div>
      {asked !== undefined && <WhyPart name={name} asked={asked} />}
      {object && <Parts object={object} />}
      <ActPart name={name} yaml={object?.yaml} />
    </aside>
  );
}

function Parts({ object }: { readonly object: ObjectView }): React.ReactNode {
  const { yaml, fields, conditions, owners, children, events, kind, key } = object;
  return (
    <>
      <Deletion object={object} />
      {kind === 'CronJob' && <NextRunPart name={{ kind, key }} />}
      <Names title="Owned by" names={owners} />
      <Names title="Owns" names={children} />
      {fields.length > 0 && (
        <details open>
          <summary>Status</summary>
          <table className="fields">
            <tbody>
              {fields.map(({ path, value }) => (
                <tr key={path}>
                  <th scope="row">{path.replace(/^status\./, '')}</th>
                  <td>{typeof value === 'string' ? value : JSON.stringify(value)}</td>
                  <td>
                    <button
                      type="button"
                      className="why"
                      aria-label={`Why ${path}`}
                      onClick={() => askWhy({ kind, key }, path)}
                    >
                      why?
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
      {object.life && <LifePart life={object.life} />}
      {conditions.some(({ message }) => message) && (
        <details>
          <summary>Conditions</summary>
          <ul>
            {conditions.map(({ type, status, reason, message }) => (
              <li key={type}>
                <b>
                  {type} {status}
                </b>{' '}
                {reason} <span className="dim">{message}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Changed object={object} />
      {events.length > 0 && (
        <details>
          <summary>Events ({events.length})</summary>
          <ul>
            {events.map(({ type, reason, message, count }, i) => (
              <li key={i} className={type === 'Warning' ? 'warn' : ''}>
                <b>{reason}</b> {message} {count > 1 && `(×${count})`}
              </li>
            ))}
          </ul>
        </details>
      )}
      <History object={object} />
      {yaml !== undefined && (
        <details>
          <summary>YAML</summary>
          <Yaml text={yaml} changed={object.changed.map(({ path }) => path)} />
        </details>
      )}
    </>
  );
}

function Names({
  title,
  names,
}: {
  readonly title: string;
  readonly names: readonly ObjectName[];
}): React.ReactNode {
  if (names.length === 0) return null;
  return (
    <p className="names">
      {title}{' '}
      {names.slice(0, 40).map((name) => (
        <button
          key={`${name.kind} ${name.key}`}
          type="button"
          className="link"
          onClick={() => select(name)}
        >
          {name.kind} {name.key.replace(/^[^/]*\//, '')}
        </button>
      ))}
      {names.length > 40 && ` and ${names.length - 40} more`}
    </p>
  );
}

/** Who deleted it, of an object that is gone at the moment or about to go. */
function Deletion({ object: { history, yaml } }: { readonly object: ObjectView }): React.ReactNode {
  const revision = usePage((state) => state.revision);
  const before = history.filter((write) => write.revision <= revision);
  const gone = yaml === undefined && before[0]?.verb === 'delete' ? before[0] : undefined;
  // Pods are marked first, and removed when their containers have stopped.
  const marked = before.find(({ text, verb }) => verb !== 'delete' && /terminating/.test(text));
  const act = marked ?? gone;
  return (
    <>
      {yaml === undefined && <p className="warn">It does not exist at this moment.</p>}
      {act !== undefined && (
        <section className="why-part" aria-label="Who deleted it">
          <h3>
            Deleted by {act.actor} at {timeText(act.atMs)}
          </h3>
          <p>because: {act.because}</p>
          {gone !== undefined && gone !== act && (
            <p className="dim">
              It was gone at {timeText(gone.atMs)}, by {gone.actor}: {gone.because}
            </p>
          )}
          <CauseGraphPart about="the deletion" revision={act.revision} />
        </section>
      )}
    </>
  );
}

function Changed({ object: { changed } }: { readonly object: ObjectView }): React.ReactNode {
  if (changed.length === 0) return null;
  return (
    <details open>
      <summary>What its last write changed</summary>
      <ul className="changed">
        {changed.slice(0, 20).map(({ path, from, to }) => (
          <li key={path}>
            {path} <del>{shown(from)}</del> → <ins>{shown(to)}</ins>
          </li>
        ))}
      </ul>
    </details>
  );
}

function shown(value: unknown): string {
  if (value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function History({ object: { history } }: { readonly object: ObjectView }): React.ReactNode {
  const revision = usePage((state) => state.revision);
  return (
    <details open>
      <summary>Its writes ({history.length})</summary>
      <ol className="history">
        {history.map((write) => (
          <li key={write.revision} className={write.revision > revision ? 'later' : ''}>
            <button type="button" className="link" onClick={() => selectWrite(write)}>
              {timeText(write.atMs)}
            </button>{' '}
            {write.actor} {write.verb} {write.text}{' '}
            <span className="dim">because: {write.because}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The lines of fields that have just changed stand out. */
function Yaml({
  text,
  changed,
}: {
  readonly text: string;
  readonly changed: readonly string[];
}): React.ReactNode {
  const [names] = useState(() => new Set<string>());
  const lines = useMemo(() => {
    names.clear();
    for (const path of changed) names.add(path.split('.').at(-1)!.replace(/\[.*$/, ''));
    return text.split('\n');
  }, [text, changed]);
  return (
    <pre className="yaml" tabIndex={0}>
      {lines.map((line, i) => (
        <span key={i} className={names.has(/^\s*(?:- )?(\w+):/.exec(line)?.[1] ?? '') ? 'hit' : ''}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
