import { createFakeApiserver, generateCluster, type Pod, pods } from '@kube-informer/apiserver'

/**
 * The Pods that the cluster of `npm start` and of the mock generates for `--pods`, with those of its StatefulSets. The shop's
 * Pods come and go beside them: `-namespace:shop` leaves these.
 */
export function generatedPods(count: number): readonly Pod[] {
  return createFakeApiserver({ objects: generateCluster({ count, seed: 1 }) }).list(pods)
}
