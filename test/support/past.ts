/** Plays a scenario of the library, to be asked about its past. */
import { join, resolve } from 'node:path';
import { accountants } from '#accounts';
import { objectKey, type Kind, defaultProfile, releaseName, withGates, type Profile } from '#kinds';
import { KindRegistry } from '#catalog';
import type { KubeObject } from '#values';
import {
  allTermsOf,
  explainNot,
  parsePath,
  subjectOf,
  why,
  type Absence,
  type Explanation,
  type WhyNotQuestion,
  type WhyOptions,
  profileAt,
} from '#record';
import { Run } from '#run';
import { loadScenarios, type Scenario } from '#scenario';
import type { Term } from '#runtime';
import type { Past } from '#store';

/** The scenarios that come with the project. */
export const library = resolve(import.meta.dirname, '../../scenarios');

type NotDone = Partial<Pick<WhyNotQuestion, 'namespace' | 'on' | 'size'>>;

/** A run that is over. */
export interface PlayedPast {
  readonly past: Past;
  readonly options: WhyOptions;
  /** The release that it had at a revision. */
  profileAt(revision: number): Profile;
  /** Why an object in `default` is not there, or did not do something, this many seconds after the start. */
  askNot(object: string, seconds: number, notDone?: NotDone): Absence;
  /** Why a field of an object in `default` had its value this many seconds after the start. */
  ask<T extends KubeObject>(
    kind: Kind<T>,
    name: string,
    path: string,
    seconds: number,
  ): Explanation;
  /** The same at a moment that need not be after all its writes. */
  askAt<T extends KubeObject>(
    kind: Kind<T>,
    name: string,
    path: string,
    moment: { readonly revision: number; readonly time: number },
  ): Explanation;
}

/** The scenarios of a file below {@link library}: several where it has a matrix. */
export function scenariosOf(file: string): Promise<readonly Scenario[]> {
  return loadScenarios(join(library, file), new KindRegistry(defaultProfile));
}

/** Plays the only scenario of a file to its end. */
export async function pastOf(file: string): Promise<PlayedPast> {
  const [scenario] = await scenariosOf(file);
  return played(scenario!);
}

/** Plays a scenario that has no file to its end. */
export async function pastOfText(text: string): Promise<PlayedPast> {
  const file = join(library, 'in-a-test.yaml');
  const [scenario] = await loadScenarios(file, new KindRegistry(defaultProfile), { text });
  return played(scenario!);
}

/** Plays a scenario to its end, or this many virtual seconds of it. */
export async function played(scenario: Scenario, mostSeconds = Infinity): Promise<PlayedPast> {
  const run = await Run.begin(scenario, { keep: true });
  await run.finish(Math.min(scenario.untilMs, mostSeconds * 1000));
  await run.stop();
  const { past } = run.log;
  const options = {
    past,
    accountants,
    profile: withGates(scenario.profile, scenario.featureGates),
  };
  const askAt: PlayedPast['askAt'] = (kind, name, path, moment) => {
    const object = objectKey(kind, { namespace: 'default', name });
    const question = { kind: kind as unknown as Kind, object, path: parsePath(path), ...moment };
    return why(question, { ...options, hinges: true });
  };
  return {
    past,
    options,
    profileAt: (revision) => profileAt(run.log.head, revision),
    askAt,
    askNot(object, seconds, notDone = {}) {
      const question = {
        ...subjectOf(object),
        namespace: 'default',
        ...notDone,
        at: `${seconds}s`,
      };
      const { startMs, untilMs } = scenario;
      const span = { startMs, endMs: Math.min(untilMs + startMs, startMs + mostSeconds * 1000) };
      const { profile, featureGates } = scenario;
      const kubernetes = releaseName(profile);
      const releases = { ...(kubernetes && { kubernetes }), features: featureGates };
      return explainNot(question, { ...options, releases, span, kinds: new KindRegistry(profile) });
    },
    ask(kind, name, path, seconds) {
      const time = scenario.startMs + seconds * 1000;
      return askAt(kind, name, path, { revision: past.revisionAt(time), time });
    },
  };
}

/** Endings drawn at random, as in `web-x7k2p`, replaced: `web-*`. */
export function plain(texts: readonly string[]): readonly string[] {
  return texts.map((text) => text.replace(/-[bcdfghjklmnpqrstvwxz2456789]{5}\b/, '-*'));
}

/** The same as of the write that set the value. */
export function whenSet(told: Explanation): Explanation {
  const { whenSet: account = told.account, ...rest } = told;
  return account === undefined ? rest : { ...rest, account };
}

/** All terms in short, those of stages too: `+ Pod default/a 100m: it exists`. */
export function termsOf({ account }: Pick<Explanation, 'account'>): readonly string[] {
  return account === undefined ? [] : allTermsOf(account).map(termText);
}

function termText({ subject, amount, counts, because }: Term): string {
  return `${counts ? '+' : '-'} ${subject}${amountText(amount)}: ${because}`;
}

function amountText(amount: unknown): string {
  if (amount === undefined) return '';
  return ` ${typeof amount === 'string' ? amount : JSON.stringify(amount)}`;
}

/** The stages in short, with a star where one changed the result: `= ratio 0.5: because`. */
export function stagesOf({ account }: Explanation): readonly string[] {
  return (account?.stages ?? []).map(({ name, of, value, because, decides }) => {
    const about = of === undefined ? '' : `${of}, `;
    return `${decides === true ? '*' : '='} ${about}${name}${amountText(value)}: ${because}`;
  });
}

/** The chain in short, from the write back to where it began: `job-controller updated Job default/a`. */
export function actsOf({ chain }: Pick<Explanation, 'chain'>): readonly string[] {
  return chain.map(({ actor, verb, kind, key }) => `${actor} ${verb} ${kind} ${key}`);
}
