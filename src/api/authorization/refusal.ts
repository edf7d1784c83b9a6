/** How a client reads that it may not do something. */
import { quote } from '#values';
import type { Access } from './access.ts';

/** `User "jane" cannot list resource "pods" in API group "" in the namespace "default"` */
export function refusalText(user: string, access: Access): string {
  const who = `User ${quote(user)} cannot ${access.verb}`;
  return escaped(`${who} ${access.isResource ? objectOf(access) : `path ${quote(access.path)}`}`);
}

function objectOf({ group, namespace, resource, subresource }: Access): string {
  const what = subresource === '' ? resource : `${resource}/${subresource}`;
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`;
  return `resource ${quote(what)} in API group ${quote(group)} ${where}`;
}

/** As v1.24 protects browsers that show the message. */
function escaped(message: string): string {
  return message.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
