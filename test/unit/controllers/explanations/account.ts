/** One account of a controller at a past, with its terms as text. */
import { accountants } from '#controllers';
import type { KubeObject } from '#values';
import type { Account, Missing, Pass } from '#runtime';
import { passOver, pastView, stageTexts, textOf } from '../past-view.ts';
import type { Scene } from './explained.ts';

/** A scene, and the key of the reconcile that wrote. */
export interface Moment extends Scene {
  readonly key?: string;
}

/** What is said: the value, the rule and each term in a line. */
export interface Said {
  readonly value: unknown;
  readonly rule: string;
  readonly terms: readonly string[];
}

/** The account of a field. */
export function saidOf(controller: string, field: string, moment: Moment): Said {
  const found = explainersOf(controller, moment.object).flatMap(({ fields }) => {
    const account = fields[field];
    return account === undefined ? [] : [account];
  });
  if (found.length !== 1) throw new Error(`${found.length} accounts of ${field}`);
  return said(found[0]!(passOf(moment)));
}

/** Why the controller deleted the object; its end is set by what was written. */
export function deletionSaid(controller: string, moment: Moment): Said {
  const { deletion } = accountants.find((each) => each.controller === controller)!;
  return said(deletion!(passOf(moment)));
}

/** What keeps a value that others have set; undefined where the controller does not know. */
export function standingSaid(controller: string, field: string, moment: Moment): Said | undefined {
  for (const { standing } of explainersOf(controller, moment.object)) {
    const account = standing?.[field]?.(passOf(moment));
    if (account !== undefined) return said(account);
  }
  return undefined;
}

/** Why the object did not do something: an account, or who knows. */
export function notSaid(controller: string, missing: Missing, moment: Moment): Said | object {
  for (const { not } of explainersOf(controller, moment.object)) {
    const answer = not?.(missing, moment.object, pastView(moment));
    if (answer !== undefined) return 'field' in answer ? answer : said(answer);
  }
  throw new Error('no answer');
}

/** Why there is no object of a name; undefined where none would make it. */
export function absentSaid(controller: string, name: string, moment: Moment): Said | undefined {
  const { explainers } = accountants.find((each) => each.controller === controller)!;
  for (const { absent } of explainers) {
    const account = absent?.({ name, namespace: 'default' }, pastView(moment));
    if (account !== undefined) return said(account);
  }
  return undefined;
}

function explainersOf(name: string, { kind }: KubeObject) {
  const { explainers } = accountants.find(({ controller }) => controller === name)!;
  return explainers.filter((each) => each.kind.kind === kind);
}

function passOf(moment: Moment): Pass {
  const { object, written = object, evidence, key } = moment;
  const pass = passOver(object, pastView(moment), evidence);
  return { ...pass, written, ...(key !== undefined && { key }) };
}

export function said({ value, rule, terms, stages = [] }: Account): Said {
  return { value, rule, terms: [...terms.map(textOf), ...stages.flatMap(stageTexts)] };
}
