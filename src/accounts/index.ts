/** Who accounts for status fields: the controllers, and the kubelets of the pool. */
import { accountants as controllers } from '#controllers';
import { accountant as kubelets } from '#pool';

export const accountants = [...controllers, kubelets];
