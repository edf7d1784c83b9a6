/**
 * The names of the built-in admission plugins, in the order in which v1.24 runs them. Apart from the plugins, so that a
 * command line is read before the API is loaded.
 */
export const pluginNames: readonly string[] = [
  ...[
    'NamespaceLifecycle',
    'LimitRanger',
    'ServiceAccount',
    'TaintNodesByCondition',
    'PodSecurity',
  ],
  ...[
    'Priority',
    'DefaultTolerationSeconds',
    'DefaultStorageClass',
    'StorageObjectInUseProtection',
  ],
  ...['PersistentVolumeClaimResize', 'RuntimeClass', 'CertificateApproval', 'CertificateSigning'],
  ...['CertificateSubjectRestriction', 'DefaultIngressClass', 'PodTopologyLabels'],
  ...['MutatingAdmissionPolicy', 'MutatingAdmissionWebhook', 'ValidatingAdmissionPolicy'],
  ...['ValidatingAdmissionWebhook', 'ResourceQuota'],
];
