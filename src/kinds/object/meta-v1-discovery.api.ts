/** meta/v1: the discovery documents. Notation: see src/schema/notation.ts. */
export const metaV1Discovery = `
// The versions of the core group.
APIVersions {
  apiVersion: string
  kind: string
  // Where clients of some network reach the server.
  serverAddressByClientCIDRs!: [ServerAddressByClientCIDR] #2
  // The versions.
  versions!: [string] #1
}

// Where clients of a network reach the server.
ServerAddressByClientCIDR {
  // The network.
  clientCIDR!: string #1
  // The address.
  serverAddress!: string #2
}
// All groups but the core group.
APIGroupList {
  apiVersion: string
  // The groups.
  groups!: [APIGroup] #1
  kind: string
}

// A group, and its versions.
APIGroup {
  apiVersion: string
  kind: string
  // Name of the group.
  name!: string #1
  // The version to be used where nothing speaks for another one.
  preferredVersion: GroupVersionForDiscovery #3
  // Where clients of some network reach the server.
  serverAddressByClientCIDRs: [ServerAddressByClientCIDR] #4
  // The versions.
  versions!: [GroupVersionForDiscovery] #2
}

// A version of a group.
GroupVersionForDiscovery {
  // Group and version.
  groupVersion!: string #1
  // The version alone.
  version!: string #2
}

// What there is in a version of a group.
APIResourceList {
  apiVersion: string
  // Group and version.
  groupVersion!: string #1
  kind: string
  // The resources and their subresources.
  resources!: [APIResource] #2
}

// A resource, or a subresource of one.
APIResource {
  // Groups of resources that it is in, such as all.
  categories: [string] #7
  // The group of its kind, where that is another one.
  group: string #8
  // The kind of its objects.
  kind!: string #3
  // The name in paths.
  name!: string #1
  // Its objects are in namespaces.
  namespaced!: boolean #2
  // Short names for people.
  shortNames: [string] #5
  // The name of one object.
  singularName!: string #6
  // Changes with the version in which objects are kept.
  storageVersionHash: string #10
  // What can be done.
  verbs!: [string] #4 wrapped unstated
  // The version of its kind, where that is another one.
  version: string #9
}

FieldSelectorRequirement { key!: string #1; operator!: string #2; values: [string] #3 atomic }

GroupResource { group!: string #1; resource!: string #2 }
`;
