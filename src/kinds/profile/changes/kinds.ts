/** Which kinds come, go and change from one release to another. */
import { deprecationIn, formIn, servedForms, storedIn } from '../served.ts';

/** A kind in a group and version: `batch/v1` and `CronJob`. */
export interface ServedKind {
  readonly apiVersion: string;
  readonly kind: string;
}

export interface KindChanges {
  readonly added: readonly ServedKind[];
  readonly removed: readonly ServedKind[];
  /** Warned of from then on. */
  readonly deprecated: readonly (ServedKind & { readonly warning: string })[];
  /** Kinds that both releases serve, whose objects the later one stores in another version. */
  readonly stored: readonly (ServedKind & { readonly from: string; readonly to: string })[];
}

/** Returns the kinds that a release serves by default, in the order of groups and their versions. */
export function servedIn(minor: number): readonly ServedKind[] {
  return servedForms
    .all()
    .filter(({ since, until, mode }) => mode === 'on' && since <= minor && minor <= until)
    .map(({ apiVersion, kind }) => ({ apiVersion, kind }));
}

/** Returns what differs in the kinds that two releases serve. */
export function kindChanges(from: number, to: number): KindChanges {
  const [before, after] = [servedIn(from), servedIn(to)];
  const isIn = (minor: number, { apiVersion, kind }: ServedKind): boolean =>
    formIn(minor, apiVersion, kind)?.mode === 'on';
  const both = after.filter((each) => isIn(from, each));
  return {
    added: after.filter((each) => !isIn(from, each)),
    removed: before.filter((each) => !isIn(to, each)),
    deprecated: both.flatMap(({ apiVersion, kind }) => {
      const warning = deprecationIn(to, apiVersion, kind);
      const isNew = deprecationIn(from, apiVersion, kind) === undefined;
      return warning !== undefined && isNew ? [{ apiVersion, kind, warning }] : [];
    }),
    stored: both
      .map(({ apiVersion, kind }) => ({
        ...{ apiVersion, kind },
        from: storedIn(from, apiVersion, kind),
        to: storedIn(to, apiVersion, kind),
      }))
      .filter((each) => each.from !== each.to),
  };
}
