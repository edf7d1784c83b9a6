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
} from '#values';
import { validateMetadata, validateMetadataUpdate } from '../../object/validate-metadata.ts';
import { balancerAddresses } from './load-balancer.ts';
import { planFamilies } from './service-families.ts';
import type { Profile } from '../../profile/profile.ts';
import { isExternal, isReachable } from './service-needs.ts';
import { dropUnneeded, keepAllocated, pairClusterIp, syncClusterIps } from './service-strategy.ts';
import { defaultCondition } from '../../object/validate-conditions.ts';
import { validateHealthCheckChange, validateService } from './validate-service.ts';
import { validateAddressChange } from './validate-service-addresses.ts';
import {
  validateLoadBalancerClass,
  validateLoadBalancerStatus,
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
  wire: { storagePath: 'services/specs', createOnUpdate: true, deleteAnswersObject: true },
  subresources: {
    proxy: proxy('ServiceProxyOptions'),
    status: statusPart({
      prepare: (object) => changeField(object, 'status', defaultStatus),
      make: (object) => ({ ...object, status: noStatus }),
      // Families are planned with the addresses, which such a service does not get.
      validateMade: validateService,
      validate(errors, object, old) {
        validateMetadataUpdate(errors, object.metadata, old.metadata);
        validateLoadBalancerStatus(errors, object.status.loadBalancer);
      },
    }),
  },
  rules: {
    defaults(object, profile) {
      const whole = fillAbsent(object, { spec: {}, status: noStatus });
      const specified = changeField(whole, 'spec', (spec) => defaultSpec(spec, profile));
      return changeField(specified, 'status', defaultStatus);
    },
    prepareCreate(object) {
      const { spec } = planFamilies(pairClusterIp(object.spec));
      return { ...object, spec, status: noStatus };
    },
    prepareUpdate(object, old, { profile }) {
      const kept = syncClusterIps(keepAllocated(object.spec, old.spec), old.spec);
      const { spec } = planFamilies(kept, old.spec);
      const written = withField(object, 'spec', dropUnneeded(spec, old.spec, profile));
      if (spec.type === 'LoadBalancer') return written;
      return changeField(written, 'status', withoutLoadBalancer);
    },
    asStored: (object) => changeField(object, 'spec', withoutInternalPolicy),
    validateName: checkDns1035Label,
    validate(errors, object, context) {
      const plan = planFamilies(object.spec);
      if (plan.errors.length > 0) errors.push(...plan.errors);
      else validateService(errors, object, context);
    },
    validateUpdate(errors, object, old, context) {
      const plan = planFamilies(object.spec, old.spec);
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
      validateService(errors, object, context);
    },
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

function defaultSpec(spec: ServiceSpec, profile: Profile): ServiceSpec {
  let filled = fillUnset(spec, { sessionAffinity: 'None', type: 'ClusterIP' });
  filled = defaultAffinityOf(filled);
  filled = changeElements(filled, 'ports', defaultPort);
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

function defaultStatus(status: ServiceStatus): ServiceStatus {
  return changeElements(fillAbsent(status, noStatus), 'conditions', defaultCondition);
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
