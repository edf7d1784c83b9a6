/** The part of the behaviours that is about Services, endpoints, slices, ingresses and their addresses. */
export const networkBehaviours = {
  /** Addresses and ranges are refused by example, host aliases and ranges of services by their place. */
  AddressesByExample: { since: 30 },
  /** All addresses and ranges that are not written as they should be have warnings, not only those of services. */
  AddressesWarnEverywhere: { since: 33 },
  /** Ranges of nodes that cannot be read are named by their place. */
  RangesByPlace: { since: 29 },
  /** Services, secrets, slices and ingresses warn about what they have, such as annotations with new names. */
  ContentWarnings: { since: 27 },
  /** A last port that is before the first one is shown itself. */
  EndPortsShown: { since: 37 },
  /** Services with external addresses warn that these are deprecated. */
  ExternalIPsDeprecated: { since: 36 },
  /** Services with external addresses have a policy for traffic from outside. */
  ExternalIPsHaveTrafficPolicy: { since: 29 },
  /** Headless services warn about fields that have no effect on them. */
  HeadlessServicesWarn: { since: 34 },
  /** Load balancers may have the port of the kubelet. */
  KubeletPortsAccepted: { since: 33 },
  /** Network policies have a status. */
  NetworkPoliciesHaveStatus: { since: 24, until: 27 },
  /** An update of a network policy is checked once. */
  PoliciesCheckedOnce: { since: 36 },
  /** Services warn about a way to distribute traffic that has a new name. */
  PreferCloseDeprecated: { since: 35 },
  /** Only services for load balancers have addresses in their status. */
  StatusOfBalancersOnly: { since: 29 },
  /** Endpoints that stay the same are not checked again, and what is an address at all comes before its family. */
  UnchangedEndpointsStay: { since: 33 },
  /** Services that are not stored show the first address of the range. (Other ones at 1.24.) */
  DryRunsTakeNoAddress: { since: 25 },
  /** The Service of the API says itself that it has one address. (That of 1.24 gets it as a default here.) */
  OwnServiceSingleStack: { since: 25 },
} as const;
