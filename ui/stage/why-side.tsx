import { useEffect, useRef } from 'react';
import { deedOf, type Absence, type Explanation } from '#record';
import type { ObjectName } from '#view';
import { goTo, show, tell, theEngine } from '../page/actions.ts';
import { timeText } from '../page/moment.ts';
import { answerSentence, notDoneIn, notSentence } from '../page/question.ts';
import { store, usePage } from '../page/store.ts';
import { mermaidOf } from './export/mermaid.ts';
import { saveText } from './export/save.ts';
import { nameOf } from './names.ts';
import { Stages } from './stages.tsx';
import { amountText, termsOf } from './sums.ts';
import { TermButton } from './term-button.tsx';
import { useFocusBack } from './use-focus-back.ts';

type Account = NonNullable<Explanation['account']>;

interface WhySideProps {
  readonly name: ObjectName;
  readonly asked: string;
  readonly found: Explanation | Absence | Error | undefined;
}

/** Why a number has its value, or why something did not happen: the sum, and the path from the line of the scenario to it. */
export function WhySide({ name, asked, found }: WhySideProps): React.ReactNode {
  const back = useRef<HTMLButtonElement>(null);
  useFocusBack(asked);
  useEffect(() => back.current?.focus({ preventScroll: true }), [name.kind, name.key, asked]);
  // What is pinned belongs to the question.
  useEffect(() => () => store.set({ pinned: [] }), [name.kind, name.key, asked]);
  const isLesson = usePage((state) => state.view === 'lessons');
  return (
    <aside className="side why-side" aria-label="Why">
      <button
        ref={back}
        type="button"
        className="back"
        onClick={() => store.set({ asked: undefined })}
      >
        ← {isLesson ? 'back to the question' : `all numbers of ${nameOf(name.key)}`}
      </button>
      <div aria-live="polite">
        {found === undefined ? (
          <p className="dim">…</p>
        ) : found instanceof Error ? (
          <p className="warn">{found.message}</p>
        ) : (
          <>
            {'answer' in found ? (
              <NotHead found={found} asked={asked} />
            ) : (
              <Head found={found} short={asked.replace(/^status\./, '')} />
            )}
            <Reasons found={found} />
          </>
        )}
      </div>
    </aside>
  );
}

interface NotHeadProps {
  readonly found: Absence;
  readonly asked: string;
}

/** The question about what did not happen, with its answer. */
function NotHead({ found, asked }: NotHeadProps): React.ReactNode {
  const { kind, key, answer } = found;
  return (
    <>
      <div className="asked">
        <h2>{notSentence({ kind, key }, notDoneIn(asked) ?? {})}</h2>
      </div>
      <p className="answer">{answerSentence(answer)}</p>
    </>
  );
}

interface HeadProps {
  readonly found: Explanation;
  readonly short: string;
}

/** The value with the question why, and, where no controller explains it, what is known of who set it. */
function Head({ found, short }: HeadProps): React.ReactNode {
  const { value, account, unset, webhook, setBefore } = found;
  const shown = amountText(value ?? (account && value === undefined ? account.value : undefined));
  const isLong = shown.length > 5;
  return (
    <>
      <div className="asked">
        {!isLong && <b className="huge">{shown}</b>}
        <h2>
          Why is <code>{short}</code> {value === undefined && !account ? 'unset' : shown}?
        </h2>
      </div>
      {unset && !account && (
        <p className="dim">
          It has never been set: {unset.writes} writes since the object was created have not set it
          {unset.setters.length > 0 && `; ${unset.setters.join(', ')} would`}.
        </p>
      )}
      {webhook && <p className="dim">Set by the webhook {webhook}.</p>}
      {setBefore !== undefined && (
        <p className="dim">Set before revision {setBefore}, where the history begins.</p>
      )}
    </>
  );
}

/** The account, and what led to it. */
function Reasons({ found }: { readonly found: Explanation | Absence }): React.ReactNode {
  const { account, chain, exact } = found;
  return (
    <>
      {account && (
        <>
          <p className="dim">
            {chain[0]?.actor ?? 'A controller'}: it {account.rule}.
          </p>
          {'confirmed' in found && <Confirmed found={found} />}
          {account.stages ? (
            <Stages account={account} />
          ) : (
            <Terms account={account} isAnswer={'answer' in found} />
          )}
          {exact === false && (
            <p className="warn">
              The record does not show what the controller saw: this sum is not what was stored.
            </p>
          )}
        </>
      )}
      {chain.length > 0 && <Path chain={chain} />}
      {chain.length > 0 && (
        <p>
          <button
            type="button"
            className="link"
            onClick={() => void saveCauses(chain[0]!.revision).catch(tell)}
          >
            Save the graph of causes (Mermaid)
          </button>
        </p>
      )}
    </>
  );
}

async function saveCauses(revision: number): Promise<void> {
  const graph = await theEngine().ask('causes', [store.get().run!.id, revision]);
  saveText('causes.mmd', 'text/plain', mermaidOf(graph));
}

/** When the value was set, and who came to the same later: the account is of then. */
function Confirmed({ found }: { readonly found: Explanation }): React.ReactNode {
  const startMs = usePage((state) => state.run!.summary.startMs);
  const { confirmed, chain } = found;
  if (confirmed === undefined || chain[0] === undefined) return null;
  return (
    <p className="dim">
      Set at {timeText(chain[0].time - startMs)}, confirmed at {timeText(confirmed.time - startMs)}.
    </p>
  );
}

/** More terms are counted only. */
const MOST_TERMS = 12;

interface TermsProps {
  readonly account: Account;
  /** Its value is said already, in a sentence. */
  readonly isAnswer: boolean;
}

function Terms({ account, isAnswer }: TermsProps): React.ReactNode {
  const { terms, isSum } = termsOf(account);
  const shown =
    terms.length > MOST_TERMS
      ? [...terms].sort((a, b) => Number(b.counts) - Number(a.counts))
      : terms;
  const counted = terms.filter(({ counts }) => counts).length;
  const out = terms.length - counted;
  return (
    <>
      <ol className="why-terms">
        {shown.slice(0, MOST_TERMS).map((term, at) => (
          <li key={at}>
            <TermButton term={term} />
          </li>
        ))}
      </ol>
      {terms.length > MOST_TERMS && <p className="dim">and {terms.length - MOST_TERMS} more</p>}
      {!isAnswer && (
        <p className="total">
          <span>
            {isSum &&
              `${counted} ${counted === 1 ? 'counts' : 'count'}${out > 0 ? `, ${out} ${out === 1 ? 'does' : 'do'} not` : ''}`}
          </span>
          <span>= {amountText(account.value)}</span>
        </p>
      )}
    </>
  );
}

/** More links fold. */
const MOST_LINKS = 8;

/** The writes that led to it, read from the newest down to the line of the scenario. */
function Path({ chain }: Pick<Explanation, 'chain'>): React.ReactNode {
  const startMs = usePage((state) => state.run!.summary.startMs);
  const half = MOST_LINKS / 2;
  const folded = chain.length > MOST_LINKS ? chain.slice(half, -half) : [];
  const before = chain.slice(0, folded.length > 0 ? half : chain.length);
  const after = folded.length > 0 ? chain.slice(-half) : [];
  const item = (link: Explanation['chain'][number]): React.ReactNode => (
    <li key={link.revision}>
      <button
        type="button"
        onClick={() => goTo({ revision: link.revision, atMs: link.time - startMs })}
      >
        <b>{timeText(link.time - startMs)}</b> {deedOf(link)}
        <small>{link.requester ?? link.actor}</small>
      </button>
    </li>
  );
  return (
    <>
      <h3>How it came about</h3>
      <ol className="path">
        {before.map(item)}
        {folded.length > 0 && (
          <li className="gap">
            <details>
              <summary>{folded.length} more</summary>
              <ol className="path">{folded.map(item)}</ol>
            </details>
          </li>
        )}
        {after.map(item)}
        <Source last={chain.at(-1)!} />
      </ol>
    </>
  );
}

/** The lines of the step that began it. */
function Source({ last }: { readonly last: Explanation['chain'][number] }): React.ReactNode {
  const files = usePage((state) => state.run!.summary.files);
  const line = Number(/\bline (\d+)/.exec(last.note ?? last.because)?.[1] ?? NaN);
  const text = files[0]?.text;
  if (text === undefined || Number.isNaN(line))
    return last.note ? <li className="source">{last.note}</li> : null;
  return (
    <li className="source">
      <button type="button" onClick={() => show('scenario')} title="Open the scenario">
        <small>line {line}</small>
        <pre>{stepAt(text, line)}</pre>
      </button>
    </li>
  );
}

const MOST_LINES = 8;

/** The step that begins at a line, as it is written. */
function stepAt(text: string, line: number): string {
  const lines = text.split('\n').slice(line - 1);
  const indent = /^\s*/.exec(lines[0] ?? '')![0].length;
  const rest = lines
    .slice(1)
    .findIndex((each) => each.trim() !== '' && /^\s*/.exec(each)![0].length <= indent);
  const own = lines.slice(0, rest < 0 ? lines.length : rest + 1);
  const shown = own.slice(0, MOST_LINES).map((each) => each.slice(indent));
  return [...shown, ...(own.length > MOST_LINES ? ['…'] : [])].join('\n').trimEnd();
}
