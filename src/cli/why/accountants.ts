import { controllers } from '#controllers';
import type { Accountant } from '#record';

/** The built-in controllers that account for status. */
export const accountants: readonly Accountant[] = controllers.map(
  ({ name, actor, explains = [] }) => ({ controller: name, actor, explainers: explains }),
);
