import type { LazyObject } from '@kube-informer/cacher'
import { deepFreeze } from '../json/freeze.ts'
import { seededRandom, uuid } from '../object/random.ts'
import type { Namespace, Pod } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { namespaceNames } from './apps.ts'
import { type GenerateOptions, NEWEST, OLDEST_AGE_MS, PodGenerator } from './pod-generator.ts'

/**
 * Realistic frozen Pods: about 7 KB of JSON each, a third of it `managedFields`, with two containers, owner references
 * and conditions. Pods of one app share common parts, so that generating ten thousand takes milliseconds.
 *
 * @example createFakeApiserver({ objects: generatePods({ count: 10_000, seed: 1 }) })
 */
export const generatePods = (options: GenerateOptions): readonly Pod[] => [...iteratePods(options)]

/** Like {@link generatePods}, one at a time. */
export function* iteratePods(options: GenerateOptions): Generator<Pod> {
  const generator = new PodGenerator(options)
  for (let index = 0; index < options.count; index++) yield generator.podAt(index)
}

/**
 * The same Pods, each built when a server first reads it: a server with many starts at once.
 *
 * @example createFakeApiserver({ objects: lazyPods({ count: 10_000, seed: 1 }) })
 */
export function lazyPods(options: GenerateOptions): readonly LazyObject<Pod>[] {
  const generator = new PodGenerator(options)
  return Array.from({ length: options.count }, (_, index) => generator.lazyPodAt(index))
}

/** How many namespaces, and from which seed. */
export interface GenerateNamespacesOptions {
  /** @default 50 */
  readonly namespaces?: number
  /** The namespaces are 30 days older; in ms since the Unix epoch. @default 2025-12-31 */
  readonly newest?: number
}

/** The namespaces that {@link generatePods} uses; `default` is the first. */
export function generateNamespaces({
  namespaces = 50,
  newest = NEWEST,
}: GenerateNamespacesOptions = {}): readonly Namespace[] {
  const random = seededRandom(namespaces)
  return namespaceNames(namespaces).map(name =>
    deepFreeze<Namespace>({
      kind: 'Namespace',
      apiVersion: 'v1',
      metadata: {
        name,
        uid: uuid(random),
        creationTimestamp: timestamp(newest - OLDEST_AGE_MS),
        labels: { 'kubernetes.io/metadata.name': name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }),
  )
}
