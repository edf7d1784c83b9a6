/** Ingresses: which requests from outside go to which services. */
import { ageColumn, column, none } from '../object/columns.ts';
import { defineKind } from '../object/define-kind.ts';
import { fillAbsent } from '#values';
import { validateMetadata, validateMetadataUpdate } from '../object/validate-metadata.ts';
import { balancerAddresses, ingressClassAnnotation } from '../core/service/load-balancer.ts';
import type { Profile } from '../profile/profile.ts';
import { statusPart } from '../object/subresources.ts';
import type { Ingress, IngressRule, IngressStatus } from '#types';
import { validateLoadBalancerStatus } from '../core/service/validate-service-load-balancer.ts';
import { rareChecks, warningTexts } from '../late-checks.ts';

const noStatus: IngressStatus = { loadBalancer: {} };

export const ingress = defineKind<Ingress>({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'Ingress',
  plural: 'ingresses',
  namespaced: true,
  names: { extensionsWith: 'NetworksOfExtensions', shortNames: ['ing'] },
  wire: { storagePath: 'ingress' },
  subresources: {
    status: statusPart({
      warnings: ({ status }, profile) => warningTexts.code.balancerWarnings(status, profile),
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateLoadBalancerStatus(errors, object.status.loadBalancer, old.status.loadBalancer);
      },
    }),
  },
  rules: {
    load: rareChecks.load,
    generation: (object) => object.spec,
    defaults: (object) => fillAbsent(object, { spec: {}, status: noStatus }),
    prepareCreate: (object) => ({ ...object, status: noStatus }),
    validate(errors, object) {
      rareChecks.code.validateIngressSpec(errors, object.spec);
      rareChecks.code.validateNewClass(errors, object);
    },
    validateUpdate(errors, object, old) {
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateMetadata(errors, object.metadata, ingress);
      rareChecks.code.validateIngressSpec(
        errors,
        object.spec,
        rareChecks.code.formerFaults(old.spec),
      );
    },
    warnings: classWarnings,
  },
  table: {
    columns: [
      column(
        'Class',
        'string',
        'Class of the ingress.',
        ({ spec }) => spec.ingressClassName ?? none,
      ),
      column('Hosts', 'string', 'Hosts that it serves.', ({ spec }) => hostsText(spec.rules ?? [])),
      column('Address', 'string', 'Addresses from outside.', ({ status }) =>
        balancerAddresses(status?.loadBalancer).join(','),
      ),
      column('Ports', 'string', 'Ports that it serves.', ({ spec }) =>
        (spec.tls ?? []).length > 0 ? '80, 443' : '80',
      ),
      ageColumn,
    ],
  },
});

function classWarnings(
  object: Ingress,
  old: Ingress | undefined,
  profile: Profile,
): readonly string[] {
  const { metadata, spec } = object;
  if (old !== undefined || !profile.enabled('ContentWarnings')) return [];
  const isOnlyAnnotated = metadata.annotations?.[ingressClassAnnotation] !== undefined;
  if (!isOnlyAnnotated || spec.ingressClassName != null) return [];
  const why = "is deprecated, please use 'spec.ingressClassName' instead";
  return [`annotation "${ingressClassAnnotation}" ${why}`];
}

const shownHosts = 3;

/** v1.24 counts what it leaves out by rules, also by those without a host. */
function hostsText(rules: readonly IngressRule[]): string {
  const hosts = rules.map(({ host }) => host ?? '');
  const named = hosts.filter((host) => host !== '');
  if (named.length === 0) return '*';
  const shown = named.slice(0, shownHosts).join(',');
  const isCut = rules.length > indexOfNth(hosts, shownHosts) + 1;
  return isCut ? `${shown} + ${rules.length - shownHosts} more...` : shown;
}

/** Where the nth host that is given stands; infinity if there are fewer. */
function indexOfNth(hosts: readonly string[], count: number): number {
  let nth = 0;
  const index = hosts.findIndex((host) => host !== '' && ++nth === count);
  return index < 0 ? Infinity : index;
}
