/** What an upgrade changes, as data. */

/** What is found about objects: one thing, of as many of them as it is about. */
export interface Finding {
  /**
   * `refused`: the API does not take it; `accepted`: it does from here on; `warned`: it takes it with a warning; `dropped`: a field
   * has no effect any more; `kept`: it has one from here on; `defaulted`: a field that is not written has another value;
   * `status`: a status evolves otherwise; `check`: a check or a step of the scenario comes out otherwise; `restarted`: the upgrade
   * itself replaces or removes pods; `applied`: the same manifest, applied again after the upgrade, changes the object.
   */
  readonly what:
    | 'refused'
    | 'accepted'
    | 'warned'
    | 'dropped'
    | 'kept'
    | 'defaulted'
    | 'status'
    | 'check'
    | 'restarted'
    | 'applied';
  /** Whether somebody has to do something before the upgrade. */
  readonly breaks: boolean;
  /** The first release at which it is so, of those that were compared: `1.25`. */
  readonly since: string;
  /** The last one at which it is not; absent for what the first refuses already. */
  readonly after?: string;
  /** `CronJob default/report`; none for a check. */
  readonly objects: readonly string[];
  /** `spec.timeZone`, without the places in lists where it is about several. */
  readonly field?: string;
  /** Where it is written, of the first object. */
  readonly file?: string;
  readonly line?: number;
  readonly message: string;
  /** The causes, on both sides where there are two. */
  readonly why?: readonly string[];
}

/** What is not looked at, and why. */
export interface Unseen {
  readonly name: string;
  readonly why: string;
}

/** What was found on the way from one release to another. */
export interface Findings {
  readonly findings: readonly Finding[];
  readonly leftOut: readonly Unseen[];
}

/** Puts together what is the same but for the object, in the order in which it was found. */
export function grouped(findings: readonly Finding[]): readonly Finding[] {
  const groups = new Map<string, Finding>();
  for (const finding of findings) {
    const { what, since, after, field, message, objects } = finding;
    const key = JSON.stringify([what, since, after, field, message, objects.map(kindOf)]);
    const same = groups.get(key);
    groups.set(key, same === undefined ? finding : { ...same, objects: joined(same, finding) });
  }
  return [...groups.values()];
}

function joined(one: Finding, other: Finding): readonly string[] {
  return [...new Set([...one.objects, ...other.objects])];
}

function kindOf(object: string): string {
  return object.slice(0, object.indexOf(' '));
}
