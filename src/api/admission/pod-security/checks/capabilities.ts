/** Rules about capabilities. */
import { containersOf, namesWhere, type Find, type Subject } from '../subject.ts';
import { named, quoted, sorted } from '../words.ts';

/** Those that runtimes give by default. */
const usual: readonly string[] = [
  ...['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'KILL', 'MKNOD'],
  ...['NET_BIND_SERVICE', 'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT'],
];

export const addedCapabilities: Find = (subject) => {
  const detail = addedBeside(subject, usual);
  return detail === undefined ? undefined : { reason: 'non-default capabilities', detail };
};

export const unrestrictedCapabilities: Find = (subject) => {
  const keeping = namesWhere(
    subject,
    ({ capabilities }) => capabilities?.drop?.includes('ALL') !== true,
  );
  const details: string[] = [];
  if (keeping.length > 0) {
    details.push(
      `${named('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`,
    );
  }
  const added = addedBeside(subject, ['NET_BIND_SERVICE']);
  if (added !== undefined) details.push(added);
  if (details.length === 0) return undefined;
  return { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

/** Says which containers add other capabilities; undefined where none does. */
function addedBeside(subject: Subject, allowed: readonly string[]): string | undefined {
  const others = (added: readonly string[] = []): readonly string[] =>
    added.filter((name) => !allowed.includes(name));
  const names = namesWhere(subject, ({ capabilities }) => others(capabilities?.add).length > 0);
  if (names.length === 0) return undefined;
  const all = containersOf(subject).flatMap(({ securityContext }) =>
    others(securityContext?.capabilities?.add),
  );
  const values = quoted(sorted(all));
  return `${named('container', names)} must not include ${values} in securityContext.capabilities.add`;
}
