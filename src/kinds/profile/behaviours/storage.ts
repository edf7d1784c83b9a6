/** The part of the behaviours that is about volumes, claims, classes and drivers. */
export const storageBehaviours = {
  /** Secrets of drivers of volumes may have any name that secrets can have. */
  SecretsOfDriversAsNamed: { since: 27 },
  /** Secrets of drivers of volumes are refused where they stand, not at the volume. */
  SecretsOfDriversInPlace: { since: 25 },
  /** The labels that the affinity of a volume names may be renamed. */
  AffinityLabelsRenamed: { since: 27 },
  /** Attachments are checked alike when they are new and when they change. */
  AttachmentsCheckedAlike: { since: 36 },
  /** Changes of attachments are checked once. */
  AttachmentsCheckedOnce: { since: 35 },
  /** The class of attributes of a claim may change. */
  AttributesClassesChangeable: { since: 29 },
  /** Claims without a storage class may get one. */
  ClassesComeLater: { since: 26 },
  /** Only the class of attributes of a bound claim may change. */
  AttributesClassesOfBoundClaims: { since: 31 },
  /** Classes of attributes are kept while claims or volumes name them. */
  AttributesClassesProtected: { since: 33 },
  /** Changes of classes of attributes are checked once. */
  AttributesClassesCheckedOnce: { since: 35 },
  /** A class of attributes stays once it is in use. */
  AttributesClassesStay: { since: 34 },
  /** New CSIStorageCapacities are checked twice. */
  CapacitiesCheckedTwice: { since: 24, until: 27 },
  /** Fields of storage classes are immutable, in these words. */
  ClassFieldsImmutable: { since: 36 },
  /** Each change of the spec of a CSIDriver raises its generation. */
  CSIDriverSpecGeneration: { since: 30 },
  /** CSINodes have a status. */
  CSINodesHaveStatus: { since: 37 },
  /** Sources of claims say what the default group has. */
  DefaultGroupNamed: { since: 26 },
  /** Changes of classes of devices are checked once. */
  DeviceClassesCheckedOnce: { since: 35 },
  /** Drivers of nodes are named by their field. */
  DriversNamedByField: { since: 33 },
  /** Services and volumes warn about fields that have no effect. */
  FieldsWithoutEffectWarn: { since: 28 },
  /** Claims have a status of growth for each resource. */
  GrowthOfEachResource: { since: 28 },
  /** Growth of claims that cannot succeed is infeasible; before: failed. */
  InfeasibleGrowthNamed: { since: 31 },
  /** Volumes warn about the annotation for mount options. */
  MountOptionAnnotationsDeprecated: { since: 31 },
  /** Volumes warn that they are recycled. */
  RecyclingDeprecated: { since: 30 },
  /** The groups of sources of claims are names of domains. */
  SourceGroupsChecked: { since: 29 },
  /** Metadata that templates of claims may not have are refused in few words. */
  TemplateMetadataBriefly: { since: 26 },
  /** Projected volumes count what each of their sources has, as messages say. */
  SourcesCountedEach: { since: 31 },
  /** Volumes and storage classes warn about labels of nodes that were renamed. */
  StorageWarnings: { since: 25 },
  /** Messages show the sources of volumes in the order of the API. */
  VolumeSourcesAsPublished: { since: 37 },
} as const;
