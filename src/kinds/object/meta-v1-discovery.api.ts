/** meta/v1: the discovery documents. Notation: see parse.ts. */
export const metaV1Discovery = `
APIVersions {
  apiVersion: string
  kind: string
  serverAddressByClientCIDRs!: [ServerAddressByClientCIDR]
  versions!: [string]
}

ServerAddressByClientCIDR { clientCIDR!: string; serverAddress!: string }
APIGroupList { apiVersion: string; groups!: [APIGroup]; kind: string }

APIGroup {
  apiVersion: string
  kind: string
  name!: string
  preferredVersion: GroupVersionForDiscovery
  serverAddressByClientCIDRs: [ServerAddressByClientCIDR]
  versions!: [GroupVersionForDiscovery]
}

GroupVersionForDiscovery { groupVersion!: string; version!: string }

APIResourceList {
  apiVersion: string
  groupVersion!: string
  kind: string
  resources!: [APIResource]
}

APIResource {
  categories: [string]
  group: string
  kind!: string
  name!: string
  namespaced!: boolean
  shortNames: [string]
  singularName!: string
  storageVersionHash: string
  verbs!: [string]
  version: string
}
`;
