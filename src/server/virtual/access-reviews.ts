/** Who may do what, asked of the server. */
import { decide, isAdministrator, type Access } from '../auth/authorize.ts';
import type { User } from '../auth/user.ts';
import type { Negotiated } from '../exchange.ts';

/** The parts of `spec` that say what access is asked about. */
interface Asked {
  readonly resourceAttributes?: Partial<Access>;
  readonly nonResourceAttributes?: { readonly path?: string; readonly verb?: string };
}

interface AccessReview {
  readonly spec?: Asked & {
    readonly user?: string;
    readonly groups?: readonly string[];
    readonly uid?: string;
  };
}

export function reviewOwnAccess({ user }: Negotiated, body: unknown): object {
  const review = body as AccessReview;
  return answered(review, statusOf(user, review.spec ?? {}));
}

export function reviewAccess(_: Negotiated, body: unknown): object {
  const review = body as AccessReview;
  const { user = '', groups = [], uid } = review.spec ?? {};
  return answered(review, statusOf({ name: user, groups, uid }, review.spec ?? {}));
}

/** Rules are few: administrators may everything, the others look around. */
export function reviewOwnRules({ user }: Negotiated, body: unknown): object {
  const every = { verbs: ['*'] };
  const status = isAdministrator(user)
    ? {
        resourceRules: [{ ...every, apiGroups: ['*'], resources: ['*'] }],
        nonResourceRules: [{ ...every, nonResourceURLs: ['*'] }],
        incomplete: false,
      }
    : {
        resourceRules: [
          {
            verbs: ['create'],
            apiGroups: ['authorization.k8s.io'],
            resources: ['selfsubjectaccessreviews', 'selfsubjectrulesreviews'],
          },
        ],
        nonResourceRules: [
          {
            verbs: ['get'],
            nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/healthz', '/livez'].concat([
              '/openapi',
              '/openapi/*',
              '/readyz',
              '/version',
              '/version/',
            ]),
          },
        ],
        incomplete: false,
      };
  return answered(body as object, status);
}

function statusOf(user: User, asked: Asked): object {
  const { allowed, reason } = decide(user, accessOf(asked));
  return { allowed, ...(reason !== '' && { reason }) };
}

function accessOf({ resourceAttributes: of, nonResourceAttributes: path }: Asked): Access {
  return {
    isResource: path === undefined,
    verb: path?.verb ?? of?.verb ?? '',
    path: path?.path ?? '',
    group: of?.group ?? '',
    namespace: of?.namespace ?? '',
    resource: of?.resource ?? '',
    subresource: of?.subresource ?? '',
    name: of?.name ?? '',
  };
}

function answered(review: object, status: object): object {
  return { ...review, status };
}
