/** Affinity and anti-affinity between pods. Mirrors the InterPodAffinity plugin of v1.24. */
import type { Pod } from '#types';
import type { ClusterCache } from './cluster-cache.ts';
import type { Candidate } from './pod-info.ts';
import { all } from './pod-query.ts';
import { means, queryOf, type PodTerm } from './pod-terms.ts';
import { addByPlace, type PlaceCounts } from './topology.ts';
import type { Filter, Score } from './plugin.ts';

export const INTER_POD_AFFINITY = 'InterPodAffinity';

const noAffinity = "node(s) didn't match pod affinity rules";
const noDistance = "node(s) didn't match pod anti-affinity rules";
const keptAway = "node(s) didn't satisfy existing pods anti-affinity rules";

/** Places by topology key, with how much speaks for each, or how many are there. */
type Places = Map<string, PlaceCounts>;

/** Undefined where neither the pod nor any placed one demands anything. */
export function affinityFilter(candidate: Candidate, cluster: ClusterCache): Filter | undefined {
  const { near = [], apart = [] } = candidate.terms ?? {};
  const forbidden = forbiddenPlaces(candidate.pod, cluster);
  if (near.length === 0 && apart.length === 0 && forbidden.size === 0) return undefined;
  const matchingPlaces = matchingPlacesOf(near, cluster);
  const antiPlaces: Places = new Map();
  for (const term of apart) {
    const counts = cluster.pods.countsOf(queryFor(term, cluster));
    addByPlace(placesFor(antiPlaces, term.topologyKey), counts, term.topologyKey, cluster);
  }
  // The first of pods that want to be together has to be let in.
  const isFirst =
    isEmpty(matchingPlaces) && near.every((term) => isMeant(term, candidate.pod, cluster));
  return {
    name: INTER_POD_AFFINITY,
    unresolvable: [noAffinity],
    reasons(_, { node }) {
      const labels = node.metadata.labels ?? {};
      let isAlone = false;
      for (const { topologyKey } of near) {
        const place = labels[topologyKey];
        if (place === undefined) return [noAffinity];
        isAlone ||= !matchingPlaces.get(topologyKey)?.has(place);
      }
      if (isAlone && !isFirst) return [noAffinity];
      for (const { topologyKey } of apart) {
        const place = labels[topologyKey];
        if (place !== undefined && antiPlaces.get(topologyKey)?.has(place)) return [noDistance];
      }
      for (const [topologyKey, places] of forbidden) {
        const place = labels[topologyKey];
        if (place !== undefined && places.has(place)) return [keptAway];
      }
      return undefined;
    },
  };
}

/** Undefined where there are no preferences. */
export function affinityScore(candidate: Candidate, cluster: ClusterCache): Score | undefined {
  const { preferences = [] } = candidate.terms ?? {};
  const places: Places = new Map();
  for (const term of preferences) {
    const counts = cluster.pods.countsOf(queryFor(term, cluster));
    const { topologyKey, weight } = term;
    addByPlace(placesFor(places, topologyKey), counts, topologyKey, cluster, weight);
  }
  for (const { term, counts } of cluster.pods.pulls) {
    if (!isMeant(term, candidate.pod, cluster)) continue;
    const { topologyKey, weight } = term;
    addByPlace(placesFor(places, topologyKey), counts, topologyKey, cluster, weight);
  }
  if (isEmpty(places)) return undefined;
  return {
    name: INTER_POD_AFFINITY,
    weight: 2,
    scale: fromLeastToMost,
    rate(_, { node }) {
      let sum = 0;
      for (const [topologyKey, counts] of places) {
        const place = node.metadata.labels?.[topologyKey];
        if (place !== undefined) sum += counts.get(place) ?? 0;
      }
      return sum;
    },
  };
}

/** Whether a pod that is placed may be what a waiting one has to be near to. */
export function isWantedNear(candidate: Candidate, pod: Pod, cluster: ClusterCache): boolean {
  return candidate.terms?.near.some((term) => isMeant(term, pod, cluster)) === true;
}

/** Where placed pods reject this one. */
function forbiddenPlaces(pod: Pod, cluster: ClusterCache): Places {
  const places: Places = new Map();
  for (const { term, counts } of cluster.pods.apart) {
    if (!isMeant(term, pod, cluster)) continue;
    addByPlace(placesFor(places, term.topologyKey), counts, term.topologyKey, cluster);
  }
  return places;
}

/** Where the pods are that all of the terms mean: one that only some mean does not count. */
function matchingPlacesOf(near: readonly PodTerm[], cluster: ClusterCache): Places {
  const places: Places = new Map();
  if (near.length === 0) return places;
  const counts = cluster.pods.countsOf(all(near.map((term) => queryFor(term, cluster))));
  for (const topologyKey of new Set(near.map((term) => term.topologyKey))) {
    addByPlace(placesFor(places, topologyKey), counts, topologyKey, cluster);
  }
  return places;
}

function queryFor(term: PodTerm, { surroundings }: ClusterCache) {
  return queryOf(term, (selector) => surroundings.namespacesWith(selector));
}

function isMeant(term: PodTerm, pod: Pod, { surroundings }: ClusterCache): boolean {
  const labels = term.namespaceSelector && surroundings.namespaceLabels(pod.metadata.namespace!);
  return means(term, pod, labels);
}

function placesFor(places: Places, topologyKey: string): PlaceCounts {
  let counts = places.get(topologyKey);
  if (counts === undefined) places.set(topologyKey, (counts = new Map()));
  return counts;
}

function isEmpty(places: Places): boolean {
  for (const counts of places.values()) if (counts.size > 0) return false;
  return true;
}

function fromLeastToMost(ratings: readonly number[]): readonly number[] {
  const least = Math.min(...ratings);
  const span = Math.max(...ratings) - least;
  return ratings.map((rating) => (span === 0 ? 0 : Math.trunc((100 * (rating - least)) / span)));
}
