/** Faults of what is written: asked by admission, which sees what patches lead to. */
import type { Kind } from '#kinds';
import type { Origin } from '#values';
import type { Faults } from './faults.ts';

/** A write that is admitted. */
interface Write {
  readonly kind: Pick<Kind, 'group' | 'plural' | 'kind'>;
  readonly operation: string;
  readonly namespace?: string | undefined;
  readonly name: string;
  readonly context: {
    readonly origin: Origin;
    readonly user?: { readonly name: string } | undefined;
  };
}

/** Returns what a write arrives as: a merge patch, or undefined. Patches count as updates. */
export function damageBy(faults: Faults) {
  return {
    get isIdle(): boolean {
      return faults.isQuiet;
    },
    patch({ kind, operation, namespace = '', name, context: { origin, user } }: Write) {
      const hit = faults.strikeDamage({
        client: user === undefined ? { process: origin.actor } : { user: user.name },
        verb: operation === 'CREATE' ? 'create' : 'update',
        ...{ group: kind.group, resource: kind.plural, kind: kind.kind, subresource: '' },
        ...{ namespace, name },
        ...(origin.reconcile && { reconcile: origin.reconcile }),
      });
      return hit?.effect.patch;
    },
  };
}
