/** What the expressions of policies and of match conditions see of a request. */
import { namespace as namespaceKind, resourceOf, type Kind } from '#kinds';
import type { Subject } from '#policies';
import { storable } from '#schema';
import type { KubeObject } from '#values';
import {
  accountGroups,
  accountUserName,
  resourceAccess,
  type User,
} from '../../authorization/index.ts';
import type { AdmissionAccess } from '../access.ts';
import { converted, subjectFor } from '../webhooks/forms.ts';
import { requestFields } from '../webhooks/review.ts';
import type { Attributes } from './match.ts';

type Question = Parameters<Subject['decide']>[0];

/** Has the objects of a request converted for {@link subjectOf}; undefined when there is nothing to wait for. */
export function convertedFor(
  { request, object, old }: Attributes,
  kind: Kind,
  access: AdmissionAccess,
): Promise<void> | undefined {
  return converted(kind, [object, old], request, access);
}

/** @param kind in whose form the objects are */
export function subjectOf(
  { request, object, old }: Attributes,
  kind: Kind,
  access: AdmissionAccess,
): Subject {
  const { object: shown, old: before } = subjectFor(kind, object, old, request, access);
  const fields = requestFields(request, kind, shown);
  const { name = '', namespace = '' } = fields;
  const { username, uid, groups, extra } = fields.userInfo;
  const user: User = {
    ...{ name: username, groups },
    ...(uid !== undefined && { uid }),
    ...(extra !== undefined && { extra }),
  };
  const { group, plural: resource } = kind;
  const { subresource = '' } = request;
  const isShown = kind.custom === undefined && request.operation !== 'CONNECT';
  const plain = (each: KubeObject | undefined): unknown =>
    each && (isShown ? storable((request.form ?? kind).schema, each) : each);
  return {
    object: plain(shown),
    oldObject: plain(before),
    request: fields,
    namespaceObject: namespaceOf(request.namespace, access),
    requested: { group, resource, subresource, namespace, name },
    decide: (question, verb) =>
      access.authorizer.decide(userFor(question.account, user), accessTo(question, verb)),
  };
}

function namespaceOf(namespace: string | undefined, { store }: AdmissionAccess): unknown {
  return namespace === undefined ? undefined : store.peek(resourceOf(namespaceKind), namespace);
}

function userFor(account: Question['account'], user: User): User {
  if (account === undefined) return user;
  return { name: accountUserName(account), groups: accountGroups(account.namespace) };
}

function accessTo(about: Question, verb: string): ReturnType<typeof resourceAccess> {
  const { path, group, resource, subresource, namespace, name } = about;
  if (path !== undefined) return resourceAccess({ isResource: false, path, verb });
  const input = { group, resource, subresource, namespace, name };
  const parts = Object.entries(input).filter(([, part]) => part !== undefined);
  return resourceAccess({ ...Object.fromEntries(parts), verb });
}
