/** What warns of objects that are accepted, loaded as one before the first write whose caller gets warnings. */
export { nodeWarnings } from './core/node/node-warnings.ts';
export { hostnameWarnings, podWarnings, renamedLabel } from './core/pod/pod-warnings.ts';
export { serviceWarnings } from './core/service/service-warnings.ts';
export { claimWarnings, classWarnings, volumeWarnings } from './core/volume/volume-warnings.ts';
export { balancerWarnings, cidrWarnings, ipWarnings } from './object/address-warnings.ts';
