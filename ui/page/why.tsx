import { useEffect, useMemo, useRef } from 'react';
import { tellingFirst, type Absence, type Explanation } from '#record';
import type { ObjectName } from '#view';
import { goTo, select } from './actions.ts';
import { Stages } from '../stage/stages.tsx';
import { timeText } from './moment.ts';
import { store, usePage } from './store.ts';
import { answerSentence, notDoneIn, notSentence } from './question.ts';
import { useFound } from './use-found.ts';
import { CauseGraphPart } from './why-graph.tsx';

type Account = NonNullable<Explanation['account']>;

/** Why a field has its value, or why something did not happen: the sum, and the writes that led to it. */
export function WhyPart({
  name,
  asked,
}: {
  readonly name: ObjectName;
  /** See {@link notText}. */
  readonly asked: string;
}): React.ReactNode {
  const found = useFound(name, asked);
  const part = useRef<HTMLElement>(null);
  // It may have been asked from far below.
  useEffect(() => {
    // What it answers, a promise in new browsers, is not for React.
    void part.current!.scrollIntoView({ block: 'nearest' });
  }, [name.kind, name.key, asked]);
  return (
    <section ref={part} className="why-part" aria-label="Why" aria-live="polite">
      {found === undefined ? (
        <p>…</p>
      ) : found instanceof Error ? (
        <p className="warn">{found.message}</p>
      ) : (
        <>
          {'answer' in found ? (
            <>
              <h3>{notSentence(name, notDoneIn(asked) ?? {})}</h3>
              <p>{answerSentence(found.answer)}</p>
            </>
          ) : (
            <Head found={found} />
          )}
          <Reasons found={found} />
        </>
      )}
      <button type="button" onClick={() => store.set({ asked: undefined })}>
        Close the explanation
      </button>
    </section>
  );
}

function Head({ found }: { readonly found: Explanation }): React.ReactNode {
  const { path, value, unset, webhook, setBefore } = found;
  return (
    <>
      <h3>
        Why is <code>{path.replace(/^status\./, '')}</code>{' '}
        {value === undefined ? 'unset' : <b>{valueText(value)}</b>}?
      </h3>
      {unset && (
        <p>
          It has never been set: {unset.writes} writes since the object was created have not set it
          {unset.setters.length > 0 && `; ${unset.setters.join(', ')} would`}.
        </p>
      )}
      {webhook && <p>Set by the webhook {webhook}.</p>}
      {setBefore !== undefined && <p>Set before revision {setBefore}, where the history begins.</p>}
    </>
  );
}

/** The sum, and the writes that led to it. */
function Reasons({ found }: { readonly found: Explanation | Absence }): React.ReactNode {
  const { account, chain, exact } = found;
  const about = 'path' in found ? found.path : found.answer;
  return (
    <>
      {account && (
        <>
          <p>
            {chain[0] ? `${chain[0].actor}: it ` : 'It '}
            {account.rule}:
          </p>
          {account.stages ? <Stages account={account} /> : <Sum account={account} />}
          {exact === false && (
            <p className="warn">
              The record does not show what the controller saw: this sum is not what was stored.
            </p>
          )}
        </>
      )}
      {chain.length > 0 && <CauseGraphPart about={about} revision={chain[0]!.revision} />}
      {chain.length > 0 && <Chain chain={chain} />}
    </>
  );
}

/** Of what does not count no more are shown at once. */
const MOST_OUT = 5;

function Sum({ account }: { readonly account: Account }): React.ReactNode {
  const counted = account.terms.filter(({ counts }) => counts);
  const out = account.terms.filter(({ counts }) => !counts);
  const others = out.slice(MOST_OUT, 30);
  return (
    <>
      <Terms terms={[...counted.slice(0, 30), ...out.slice(0, MOST_OUT)]} />
      {others.length > 0 && (
        <details className="others">
          <summary>{others.length} more that do not count</summary>
          <Terms terms={others} />
        </details>
      )}
      <p className="sum">= {valueText(account.value)}</p>
    </>
  );
}

function Terms({ terms }: Pick<Account, 'terms'>): React.ReactNode {
  return (
    <ul className="terms">
      {terms.map(({ subject, amount, counts, because }, i) => (
        <li key={i} className={counts ? 'counts' : 'out'}>
          <span aria-label={counts ? 'counts' : 'does not count'}>{counts ? '+' : '−'}</span>{' '}
          {subject} {amount !== undefined && <b>{valueText(amount)}</b>}{' '}
          <span className="dim">{because}</span>
        </li>
      ))}
    </ul>
  );
}

/** The causal graph: what led to the value, from its write back to the first cause. */
function Chain({ chain }: Pick<Explanation, 'chain'>): React.ReactNode {
  const startMs = usePage((state) => state.run!.summary.startMs);
  const links = useMemo(() => [...chain], [chain]);
  return (
    <>
      <h4>What led to it</h4>
      <ol className="chain">
        {links.map(({ revision, time, actor, verb, kind, key, because, changes, note }) => (
          <li key={revision}>
            <button
              type="button"
              onClick={() => {
                goTo({ revision, atMs: time - startMs });
                select({ kind, key });
              }}
            >
              <span className="time">{timeText(time - startMs)}</span> <b>{actor}</b> {verb} {kind}{' '}
              {key}
              {changes.length > 0 && <span className="dim"> {changesText(changes)}</span>}
            </button>
            <p className="because">
              because: {because} {note && note !== because && `(${note})`}
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** More changes of one write are counted. */
const MOST_CHANGES = 3;

function changesText(changes: Explanation['chain'][number]['changes']): string {
  const shown = tellingFirst(changes).slice(0, MOST_CHANGES).map(changeText);
  const left = changes.length - shown.length;
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}

function changeText({ path, from, to }: Explanation['chain'][number]['changes'][number]): string {
  return `${path.join('.')} ${valueText(from)}→${valueText(to)}`;
}

function valueText(value: unknown): string {
  if (value === undefined) return 'none';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}…`;
}
