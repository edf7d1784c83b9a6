/** Services. Their addresses and node ports are allocated by the API. */
import { ageColumn, column, labelsText, none, wide } from '../../object/columns.ts';
import { defineKind } from '../../object/define-kind.ts';
import type { Kind } from '../../object/kind.ts';
import {
  changeElements,
  changeField,
  fillAbsent,
  fillUnset,
  omitFields,
  withField,
  checkDns1035Label,
  checkDns1123Label,
  changingElements,
  changingField,
  andThen,
  type Resumable,
} from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { balancerAddresses } from './load-balancer.ts';
import { planFamilies } from './service-families.ts';
import type { Profile } from '../../profile/profile.ts';
import { isExternal, isReachable } from './service-needs.ts';
import { dropUnneeded, keepAllocated, pairClusterIp, syncClusterIps } from './service-strategy.ts';
import { defaultCondition } from '../../object/validate-conditions.ts';
import { warningTexts } from '../../late-checks.ts';
import { validateHealthCheckChange, validateService } from './validate-service.ts';
import { validateAddressChange } from './validate-service-addresses.ts';
import {
  validateLoadBalancerClass,
  validateServiceStatus,
} from './validate-service-load-balancer.ts';
import { proxy, statusPart } from '../../object/subresources.ts';
import type { Service, ServicePort, ServiceSpec, ServiceStatus } from '#types';

export const service: Kind<Service> = defineKind<Service>({
  group: '',
  version: 'v1',
  kind: 'Service',
  plural: 'services',
  namespaced: true,
  names: { shortNames: ['svc'], categories: ['all'] },
  wire: {
    storagePath: 'services/specs',
    createOnUpdate: true,
    deleteAnswersObject: true,
    selectableFields: {
      'spec.clusterIP': ({ spec }) => spec.clusterIP ?? '',
      'spec.type': ({ spec }) => spec.type ?? '',
    },
    selectableSince: { 'spec.clusterIP': 31, 'spec.type': 31 },
  },
  subresources: {
    proxy: proxy('ServiceProxyOptions'),
    status: statusPart({
      prepare: (object, _old, { profile }) =>
        changeField(object, 'status', (status) => defaultStatus(status, object.spec, profile)),
      warnings: ({ status }, profile) => warningTexts.code.balancerWarnings(status, profile),
      make: (object) => ({ ...object, status: noStatus }),
      // Families are planned with the addresses, which such a service does not get.
      validateMade: validateService,
      validate(errors, object, old, { profile }) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateServiceStatus(errors, object, old, profile);
      },
    }),
  },
  rules: {
    defaulting(object, profile) {
      const whole = fillAbsent(object, { spec: {}, status: noStatus });
      const specified = changingField(whole, 'spec', (spec) => defaultingSpec(spec, profile));
      return andThen(specified, (each) =>
        changeField(each, 'status', (status) => defaultStatus(status, each.spec, profile)),
      );
    },
    prepareCreate(object, { profile }) {
      const { spec } = planFamilies(pairClusterIp(object.spec), profile);
      return { ...object, spec, status: noStatus };
    },
    prepareUpdate(object, old, { profile }) {
      const complete = syncClusterIps(keepAllocated(object.spec, old.spec), old.spec);
      const { spec } = planFamilies(complete, profile, old.spec);
      const written = withField(object, 'spec', dropUnneeded(spec, old.spec, profile));
      if (spec.type === 'LoadBalancer') return written;
      return changeField(written, 'status', withoutLoadBalancer);
    },
    asStored: (object) => changeField(object, 'spec', withoutInternalPolicy),
    validateName: (name, release) =>
      release?.enabled('RelaxedServiceNameValidation') === true
        ? checkDns1123Label(name, release)
        : checkDns1035Label(name),
    validate(errors, object, context) {
      const plan = planFamilies(object.spec, context.profile);
      if (plan.errors.length > 0) errors.push(...plan.errors);
      else validateService(errors, object, context);
    },
    validateUpdate(errors, object, old, context) {
      const plan = planFamilies(object.spec, context.profile, old.spec);
      if (plan.errors.length > 0) {
        errors.push(...plan.errors);
        return;
      }
      validateMetadataUpdate(errors, object.metadata, old.metadata);
      validateAddressChange(errors, object.spec, old.spec);
      validateLoadBalancerClass(errors, object.spec, old.spec);
      validateHealthCheckChange(errors, object.spec, old.spec);
      if (!context.profile.enabled('UpdatesCheckedOnce')) {
        validateMetadata(errors, object.metadata, service);
      }
      validateService(errors, object, context, old);
    },
    warnings: (...parts) => warningTexts.code.serviceWarnings(...parts),
  },
  table: {
    columns: [
      column('Type', 'string', 'How the service is reached.', ({ spec }) => spec.type ?? ''),
      column('Cluster-IP', 'string', 'Address inside the cluster.', ({ spec }) => {
        return spec.clusterIPs?.[0] ?? none;
      }),
      column('External-IP', 'string', 'Addresses from outside.', externalText),
      column('Port(s)', 'string', 'Ports, with those on the nodes.', ({ spec }) => {
        return (spec.ports ?? []).map(portText).join(',') || none;
      }),
      ageColumn,
      wide(
        column('Selector', 'string', 'Labels of the pods behind it.', ({ spec }) => {
          return labelsText(spec.selector);
        }),
      ),
    ],
  },
});

const noStatus: ServiceStatus = { loadBalancer: {} };
/** For how long a client stays with its pod, in seconds: three hours. */
const defaultAffinity = { clientIP: { timeoutSeconds: 10800 } };

function defaultingSpec(spec: ServiceSpec, profile: Profile): ServiceSpec | Resumable<ServiceSpec> {
  const typed = fillUnset(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
  const ported = changingElements(defaultAffinityOf(typed), 'ports', defaultPort);
  return andThen(ported, (filled) => defaultPolicies(filled, profile));
}

function defaultPolicies(spec: ServiceSpec, profile: Profile): ServiceSpec {
  let filled = spec;
  if (isReachable(filled, profile)) {
    filled = fillUnset(filled, { externalTrafficPolicy: 'Cluster' });
  }
  if (isExternal(filled) || filled.type === 'ClusterIP') {
    filled = fillAbsent(filled, { internalTrafficPolicy: 'Cluster' });
  }
  if (filled.type === 'LoadBalancer') {
    filled = fillAbsent(filled, { allocateLoadBalancerNodePorts: true });
  }
  return filled;
}

/**
 * External names lead out of the cluster: v1.24 shows no policy for internal traffic, but validates
 * it.
 */
function withoutInternalPolicy(spec: ServiceSpec): ServiceSpec {
  return spec.type === 'ExternalName' ? omitFields(spec, ['internalTrafficPolicy']) : spec;
}

function defaultAffinityOf(spec: ServiceSpec): ServiceSpec {
  if (spec.sessionAffinity === 'None') return omitFields(spec, ['sessionAffinityConfig']);
  if (spec.sessionAffinity !== 'ClientIP') return spec;
  const isSet = spec.sessionAffinityConfig?.clientIP?.timeoutSeconds != null;
  return isSet ? spec : { ...spec, sessionAffinityConfig: defaultAffinity };
}

function defaultPort(port: ServicePort): ServicePort {
  return fillUnset(port, { protocol: 'TCP', targetPort: port.port ?? 0 });
}

function defaultStatus(status: ServiceStatus, spec: ServiceSpec, profile: Profile): ServiceStatus {
  const whole = changeElements(fillAbsent(status, noStatus), 'conditions', defaultCondition);
  if (spec.type !== 'LoadBalancer' || !profile.enabled('LoadBalancerIPMode')) return whole;
  return changeField(whole, 'loadBalancer', (balancer) =>
    changeElements(balancer, 'ingress', (ingress) =>
      ingress.ip ? fillAbsent(ingress, { ipMode: 'VIP' }) : ingress,
    ),
  );
}

/** Services of other types no longer have a load balancer. */
function withoutLoadBalancer(status: ServiceStatus): ServiceStatus {
  const { ingress = [] } = status.loadBalancer ?? {};
  return ingress.length === 0 ? status : withField(status, 'loadBalancer', {});
}

function externalText({ spec, status }: Service): string {
  const { externalIPs = [] } = spec;
  switch (spec.type as string) {
    case 'ClusterIP':
    case 'NodePort':
      return externalIPs.join(',') || none;
    case 'LoadBalancer': {
      const addresses = balancerAddresses(status?.loadBalancer);
      return [...addresses, ...externalIPs].join(',') || '<pending>';
    }
    case 'ExternalName':
      return spec.externalName ?? '';
    default:
      return '<unknown>';
  }
}

function portText({ port, nodePort, protocol }: ServicePort): string {
  return nodePort ? `${port}:${nodePort}/${protocol ?? ''}` : `${port}/${protocol ?? ''}`;
}
