import type { Absence, Explanation } from '#record';
import {
  type Calendar,
  type Owner,
  pointAt,
  type Scene,
  type StageNode,
  type StageNumber,
  type StagePod,
  stateWords,
  valueAt,
} from '#view';
import { askWhy, drawOver, scrub, show } from '../page/actions.ts';
import { timeText } from '../page/moment.ts';
import { store, usePage } from '../page/store.ts';
import { AskNot } from './ask-not.tsx';
import { nameOf, numberText } from './names.ts';
import { Sign } from './signs.tsx';
import { WhySide } from './why-side.tsx';

interface SideProps {
  readonly scene: Scene | undefined;
  readonly calendars: readonly Calendar[];
  readonly numbers: readonly StageNumber[];
  /** Those of the run before, when it is drawn over this one. */
  readonly others: readonly StageNumber[] | undefined;
  /** What was found of the question that is asked; undefined until there is an answer. */
  readonly found: Explanation | Absence | Error | undefined;
}

/** The numbers of what is in focus, or why one of them has its value. */
export function Side(props: SideProps): React.ReactNode {
  const { scene, calendars, numbers, others, found } = props;
  const asked = usePage((state) => state.asked);
  const selected = usePage((state) => state.selected);
  const focus = usePage((state) => state.focus);
  if (asked !== undefined && selected !== undefined) {
    return <WhySide name={selected} asked={asked} found={found} />;
  }
  return (
    <aside className="side" aria-label="Numbers of what is in focus">
      {focus === undefined ? (
        <p className="dim">Numbers stand here once something counts pods.</p>
      ) : (
        <>
          <p className="kind">{focus.kind}</p>
          <h2>{nameOf(focus.key)}</h2>
          <div className="numbers">
            {numbers.map((each, at) => (
              <NumberButton
                key={`${each.object.key} ${each.field}`}
                number={each}
                at={at}
                isOver={others !== undefined}
                other={others?.find(({ field }) => field === each.field)}
              />
            ))}
            {numbers.length > 0 && (
              <p className="ask-hint">
                Tap a number: <b>why?</b>
              </p>
            )}
          </div>
          {others !== undefined && <Parting />}
          <Facts scene={scene} calendars={calendars} />
        </>
      )}
      <Key />
    </aside>
  );
}

/** A change this long ago still counts as the latest one, ms. */
const LATEST_MS = 1;

interface NumberProps {
  readonly number: StageNumber;
  readonly at: number;
  readonly isOver: boolean;
  readonly other: StageNumber | undefined;
}

function NumberButton({ number, at, isOver, other }: NumberProps): React.ReactNode {
  const { object, field, label, points, asked, askedWord, isBad, unit } = number;
  const value = usePage(({ atMs }) => valueAt(points, atMs));
  const wanted = usePage(({ atMs }) => asked && valueAt(asked, atMs));
  const isNow = usePage(({ atMs }) => {
    const point = pointAt(points, atMs);
    return point !== undefined && point.atMs > 0 && atMs - point.atMs <= LATEST_MS;
  });
  const classes = [
    'number',
    ...(isNow ? ['now'] : []),
    ...(value !== undefined && value >= 1000 ? ['wide'] : []),
    ...(value ? [] : ['zero']),
    ...(isBad && value ? ['bad'] : []),
  ];
  return (
    <button
      type="button"
      className={classes.join(' ')}
      aria-keyshortcuts={at < 9 ? String(at + 1) : undefined}
      title={field}
      data-ask={field}
      onClick={() => askWhy(object, field)}
    >
      <span className="big">
        {value === undefined ? '–' : numberText(value)}
        {value !== undefined && unit}
      </span>
      <span className="label">
        {label}
        {wanted !== undefined && (
          <span className="of">
            {' '}
            {askedWord} {numberText(wanted)}
            {unit}
          </span>
        )}
      </span>
      {isOver ? <OtherValue other={other} value={value} /> : <span className="ask">why?</span>}
    </button>
  );
}

interface OtherProps {
  readonly other: StageNumber | undefined;
  readonly value: number | undefined;
}

/** The number of the run before. */
function OtherValue({ other, value = 0 }: OtherProps): React.ReactNode {
  const before = usePage(({ atMs }) => (other && valueAt(other.points, atMs)) ?? 0);
  return before === value ? (
    <span className="other same">same before</span>
  ) : (
    <span className="other">
      ◇ <b>{numberText(before)}</b> before
    </span>
  );
}

/** Where the runs part, in words. */
function Parting(): React.ReactNode {
  const found = usePage((state) => state.comparison);
  if (found === undefined) return null;
  const first = found.apart[0];
  return (
    <div className="parting">
      {found.atMs === undefined ? (
        'Both runs did the same.'
      ) : (
        <>
          <button type="button" className="link" onClick={() => scrub(found.atMs!)}>
            They part at {timeText(found.atMs)}
          </button>
          {first && (
            <p>
              {first.object} <code>{first.field}</code>: <b>{first.left}</b> before,{' '}
              <b>{first.right}</b> now
            </p>
          )}
        </>
      )}{' '}
      <button type="button" className="link" onClick={() => drawOver(false)}>
        Draw this run alone
      </button>
    </div>
  );
}

/** What is known of the object in focus beside its numbers. */
function Facts({ scene, calendars }: Pick<SideProps, 'scene' | 'calendars'>): React.ReactNode {
  const focus = usePage((state) => state.focus);
  if (scene === undefined || focus === undefined) return null;
  const owner = scene.owners.find(({ kind, key }) => kind === focus.kind && key === focus.key);
  const pod = focus.kind === 'Pod' ? scene.pods?.find(({ key }) => key === focus.key) : undefined;
  const node =
    focus.kind === 'Node' ? scene.nodes.find(({ name }) => name === focus.key) : undefined;
  return (
    <>
      {owner && <Conditions owner={owner} />}
      {pod && <PodFacts pod={pod} scene={scene} />}
      {node && <NodeFacts node={node} scene={scene} />}
      <AskNot focus={focus} scene={scene} calendars={calendars} />
      <p>
        <button type="button" className="link" onClick={() => openObject()}>
          All of {nameOf(focus.key)}
        </button>
      </p>
    </>
  );
}

function openObject(): void {
  store.set({ selected: store.get().focus });
  show('objects');
}

/** True is bad news of these. */
const badTypes = /Failure|Failed|Limited|Pressure|Unavailable/;

function Conditions({
  owner: { kind, key, conditions },
}: {
  readonly owner: Owner;
}): React.ReactNode {
  if (conditions.length === 0) return null;
  return (
    <ul className="conditions">
      {conditions.map(({ type, status, reason }) => {
        const isGood = (status === 'True') !== badTypes.test(type);
        return (
          <li key={type}>
            <button
              type="button"
              data-ask={`conditions.${type}`}
              onClick={() => askWhy({ kind, key }, `conditions.${type}`)}
            >
              <span className={isGood ? 'good' : 'bad'} aria-hidden="true">
                {isGood ? '✓' : '!'}
              </span>{' '}
              <b>{type}</b> {status}
              {reason && `, ${reason}`}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function PodFacts({
  pod,
  scene,
}: {
  readonly pod: StagePod;
  readonly scene: Scene;
}): React.ReactNode {
  const name = { kind: 'Pod', key: pod.key };
  const field = pod.node === undefined ? 'conditions.PodScheduled' : 'phase';
  const version = scene.versions[pod.version]!;
  const node = pod.node === undefined ? undefined : scene.nodes[pod.node]!.name;
  return (
    <dl className="facts">
      <dt>
        <Sign state={pod.state} /> {stateWords[pod.state]}
      </dt>
      <dd>
        <button type="button" className="link" data-ask={field} onClick={() => askWhy(name, field)}>
          {pod.node === undefined ? 'why is it waiting?' : 'why?'}
        </button>
      </dd>
      <dt>node</dt>
      <dd>
        {node ?? 'none yet'}{' '}
        {node !== undefined && (
          <button
            type="button"
            className="link"
            data-ask="spec.nodeName"
            onClick={() => askWhy(name, 'spec.nodeName')}
          >
            why here?
          </button>
        )}
      </dd>
      <dt>image</dt>
      <dd>{version.image}</dd>
      {pod.address && (
        <>
          <dt>address</dt>
          <dd>{pod.address}</dd>
        </>
      )}
      {pod.owner && (
        <>
          <dt>made by</dt>
          <dd>{pod.owner}</dd>
        </>
      )}
    </dl>
  );
}

function NodeFacts({
  node,
  scene,
}: {
  readonly node: StageNode;
  readonly scene: Scene;
}): React.ReactNode {
  const at = scene.nodes.indexOf(node);
  const pods = scene.heaps.reduce((sum, heap) => sum + (heap.node === at ? heap.count : 0), 0);
  return (
    <dl className="facts">
      <dt>state</dt>
      <dd>
        {node.state}{' '}
        <button
          type="button"
          className="link"
          data-ask="conditions.Ready"
          onClick={() => askWhy({ kind: 'Node', key: node.name }, 'conditions.Ready')}
        >
          why?
        </button>
      </dd>
      <dt>pods</dt>
      <dd>{pods}</dd>
      <dt>cpu</dt>
      <dd>{node.cpu / 1000}</dd>
      {node.taints.length > 0 && (
        <>
          <dt>taints</dt>
          <dd>{node.taints.join(', ')}</dd>
        </>
      )}
    </dl>
  );
}

const keyed = ['waiting', 'starting', 'running', 'ready', 'terminating', 'succeeded'] as const;

/** What the states of pods look like. */
function Key(): React.ReactNode {
  return (
    <ul className="state-key" aria-label="States of pods">
      {keyed.map((state) => (
        <li key={state}>
          <i className={`pip ${state}`} aria-hidden="true" />
          <Sign state={state} size={10} /> {stateWords[state].replace(' for a node', '')}
        </li>
      ))}
    </ul>
  );
}
