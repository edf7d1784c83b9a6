/** resource.k8s.io/v1beta1: what a request asks for is a level higher there than in v1, and what a device has a level deeper. */
import type { Kind } from '../object/kind.ts';
import { sameInVersion, servedVersion } from '../object/served-version.ts';
import { changeElements, changeField, omitUnset, type KubeObject } from '#values';
import type { resourceV1 } from '#types';
import { deviceClass } from './device-class.ts';
import { resourceClaim, resourceClaimTemplate } from './resource-claim.ts';
import { resourceSlice, unknownFieldOf } from './resource-slice.ts';

type ResourceClaim = resourceV1.ResourceClaim;
type ResourceClaimSpec = resourceV1.ResourceClaimSpec;
type ResourceClaimTemplate = resourceV1.ResourceClaimTemplate;
type ResourceSlice = resourceV1.ResourceSlice;

/** In both versions. */
type Request = resourceV1.DeviceRequest & Partial<resourceV1.ExactDeviceRequest>;
/** In both versions. */
type Device = resourceV1.Device & { readonly basic?: Omit<resourceV1.Device, 'name'> };

/** The same fields as in v1. */
export const resourceSliceBeta2: Kind<ResourceSlice> = servedVersion(resourceSlice, {
  version: 'v1beta2',
  toStorage: (slice: ResourceSlice) => slice,
  fromStorage: (stored) => stored,
  wire: { unknownField: unknownFieldOf('v1beta2') },
});

export const deviceClassBeta: Kind<resourceV1.DeviceClass> = sameInVersion(deviceClass, 'v1beta1');

export const resourceClaimBeta: Kind<ResourceClaim> = inBeta(
  resourceClaim,
  (claim) => changeField(claim, 'spec', (spec) => changeRequests(spec, deeper)),
  (claim) => changeField(claim, 'spec', (spec) => changeRequests(spec, higher)),
);

export const resourceClaimTemplateBeta: Kind<ResourceClaimTemplate> = inBeta(
  resourceClaimTemplate,
  (template) => changeTemplate(template, deeper),
  (template) => changeTemplate(template, higher),
);

export const resourceSliceBeta: Kind<ResourceSlice> = inBeta(
  resourceSlice,
  (slice) => changeField(slice, 'spec', (spec) => changeElements(spec, 'devices', flat)),
  (slice) =>
    changeField(slice, 'spec', (spec) =>
      omitUnset(changeElements(spec, 'devices', nested), ['nodeName', 'allNodes']),
    ),
  { unknownField: unknownFieldOf('v1beta1') },
);

/** Declares a kind in v1beta1, with the defaults of v1. */
function inBeta<T extends KubeObject>(
  kind: Kind<T>,
  toStorage: (object: T) => T,
  fromStorage: (stored: T) => T,
  wire?: Pick<Kind['wire'], 'unknownField'>,
): Kind<T> {
  const { defaults } = kind.rules;
  return servedVersion<T, T>(kind, {
    ...{ version: 'v1beta1', toStorage, fromStorage },
    ...(wire && { wire }),
    rules: {
      defaults: (object, profile) => fromStorage(defaults!(toStorage(object), profile)),
    },
  });
}

function changeTemplate(
  template: ResourceClaimTemplate,
  change: (request: Request) => Request,
): ResourceClaimTemplate {
  return changeField(template, 'spec', (whole) =>
    changeField(whole, 'spec', (spec) => changeRequests(spec, change)),
  );
}

function changeRequests(
  spec: ResourceClaimSpec,
  change: (request: Request) => Request,
): ResourceClaimSpec {
  return changeField(spec, 'devices', (devices) => changeElements(devices, 'requests', change));
}

function deeper({ name, firstAvailable, deviceClassName = '', ...more }: Request): Request {
  const isAsked = deviceClassName !== '' || Object.keys(more).length > 0;
  return {
    name,
    ...(firstAvailable != null && { firstAvailable }),
    ...(isAsked && { exactly: { deviceClassName, ...more } }),
  };
}

function higher({ exactly, ...request }: Request): Request {
  return { deviceClassName: '', ...request, ...exactly };
}

function flat({ name, basic }: Device): Device {
  return { name, ...basic };
}

function nested({ name, ...basic }: Device): Device {
  return { name, basic };
}
