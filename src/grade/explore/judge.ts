/** Whether a run went as an undisturbed one: pure, from what came of it to what is wrong. */
import { differenceText } from './end-state.ts';
import type { Hanging } from './hanging.ts';
import { writeCounts, type Learned } from './learn.ts';
import { unexpected, type Outcome } from './play.ts';

/** What is wrong with a run. */
export interface Finding {
  /** What should have been, in words. */
  readonly rule: string;
  readonly found: string;
  readonly because: string;
  /** What the same mistake has in common in other runs. */
  readonly mark: string;
}

/** How many differences a finding names. */
const mostDifferences = 5;

/** The gravest first; empty: nothing is wrong. */
export function judgeRun(outcome: Outcome, learned: Learned): readonly Finding[] {
  return [
    ...ended(outcome),
    ...unplayed(outcome),
    ...broken(outcome),
    ...otherEnd(outcome, learned),
    ...moreWrites(outcome, learned),
    ...lost(outcome),
    ...orphaned(outcome),
    ...hanging(outcome, ({ object }) => !learned.hanging.includes(object)),
    ...restless(outcome, learned),
  ];
}

function ended({ ending }: Outcome): readonly Finding[] {
  if (ending === undefined) return [];
  return [
    {
      rule: 'the client keeps running',
      found: `it ended with ${ending}`,
      because: 'Whatever the cluster answers, a client lives on.',
      mark: `ended ${ending}`,
    },
  ];
}

/** A step about what the client should have made. */
function unplayed({ notPlayed, missed }: Outcome): readonly Finding[] {
  if (notPlayed === undefined || missed.length > 0) return [];
  return [
    {
      rule: 'the steps can be played, as in an undisturbed run',
      found: notPlayed,
      because: 'What a step is about should be there by then.',
      mark: `not played`,
    },
  ];
}

function broken({ broken: conditions }: Outcome): readonly Finding[] {
  return conditions.map(({ what, found }) => ({
    rule: `${what} holds`,
    found,
    because: 'It was named as what has to hold.',
    mark: `condition ${what}`,
  }));
}

function otherEnd({ end }: Outcome, learned: Learned): readonly Finding[] {
  const differences = unexpected(learned, end);
  if (differences.length === 0) return [];
  const shown = differences.slice(0, mostDifferences).map(differenceText);
  const more = differences.length - shown.length;
  return [
    {
      rule: 'it ends as an undisturbed run does',
      found: [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('; '),
      because: 'Once all that went wrong is over, a level-triggered client gets to the same state.',
      mark: `end ${differences.map(({ object, path }) => `${kindOf(object)} ${path.split('.', 2).join('.')}`)[0]}`,
    },
  ];
}

function kindOf(object: string): string {
  return object.split(' ', 1)[0]!;
}

/** Objects that were created or deleted more often: of one name, or of a kind. */
function moreWrites(outcome: Outcome, { counts }: Learned): readonly Finding[] {
  const more = [...writeCounts(outcome)].filter(([name, count]) => count > (counts.get(name) ?? 0));
  const [first] = more.filter(([name]) => name.split(' ').length === 2);
  if (first === undefined) return [];
  const [name, count] = first;
  const names = more.filter(([each, times]) => each.startsWith(`${name} `) && times > 1);
  const again = names.map(([each, times]) => `${each.split(' ')[2]!} ${times} times`);
  const usual = counts.get(name) ?? 0;
  const [verb = ''] = name.split(' ');
  return [
    {
      rule: `it has ${name} ${usual} times, as undisturbed`,
      found: `${count} times${again.length === 0 ? '' : `: ${again.join(', ')}`}`,
      because:
        verb === 'created'
          ? 'What is created twice, or again with another uid, is work and data lost.'
          : 'What is deleted without need is work and data lost.',
      mark: `more ${name}`,
    },
  ];
}

function lost({ lost: objects }: Outcome): readonly Finding[] {
  return objects.map((object) => ({
    rule: 'it keeps what other clients have written',
    found: `${object} has lost the annotation of another client`,
    because: 'An update replaces the object; the version that was read is what protects others.',
    mark: `lost ${object.split(' ', 1)[0]}`,
  }));
}

function orphaned({ orphans }: Outcome): readonly Finding[] {
  return orphans.map((object) => ({
    rule: 'what is owned has an owner',
    found: `the owners of ${object} are gone`,
    because: 'What belongs to no object is never cleaned up.',
    mark: `orphan ${kindOf(object)}`,
  }));
}

/** Returns what is still in deletion once it has come to rest. */
export function hanging(
  { isAtRest, hanging: objects }: Outcome,
  isMeant: (each: Hanging) => boolean,
): readonly Finding[] {
  if (!isAtRest) return [];
  return objects.filter(isMeant).map(({ object, finalizers }) => ({
    rule: 'what is deleted goes',
    found: `${object} hangs in deletion: no client removes ${finalizers.join(', ')}`,
    because:
      'A finalizer that was added again, or whose owner has forgotten it, holds an object forever.',
    mark: `finalizer-stomp ${kindOf(object)}`,
  }));
}

/** How much later than everything that went wrong it may write, virtual ms. */
const longestUnrestMs = 60_000;

function restless(
  { isAtRest, history, actors, calmMs }: Outcome,
  { rests }: Learned,
): readonly Finding[] {
  if (isAtRest || !rests) return [];
  const late = history.filter(
    (each) => actors.includes(each.actor) && each.atMs > calmMs + longestUnrestMs,
  );
  if (late.length === 0) return [];
  const objects = [...new Set(late.map(({ kind, key }) => `${kind} ${key}`))].slice(0, 3);
  return [
    {
      rule: `it comes to rest within ${longestUnrestMs / 1000} s of virtual time after the last disturbance`,
      found: `${late.length} later writes of ${objects.join(', ')}`,
      because:
        'A client that writes without end never converges; generations grow, and others are woken.',
      mark: `restless ${late[0]!.kind}`,
    },
  ];
}
