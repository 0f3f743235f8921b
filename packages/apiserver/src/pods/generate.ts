import type { LazyObject } from '@kube-informer/core/cacher'
import { deepFreeze } from '../json/freeze.ts'
import { seededRandom, uuid } from '../object/random.ts'
import type { Namespace, Node, Pod } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { namespaceNames, nodeAddress, nodeName } from './apps.ts'
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

/** The namespaces that {@link generatePods} uses; `default` is the first. */
export function generateNamespaces({ namespaces = 50 }: { namespaces?: number } = {}): readonly Namespace[] {
  const random = seededRandom(namespaces)
  return namespaceNames(namespaces).map(name =>
    deepFreeze<Namespace>({
      kind: 'Namespace',
      apiVersion: 'v1',
      metadata: {
        name,
        uid: uuid(random),
        creationTimestamp: timestamp(NEWEST - OLDEST_AGE_MS),
        labels: { 'kubernetes.io/metadata.name': name },
      },
      spec: { finalizers: ['kubernetes'] },
      status: { phase: 'Active' },
    }),
  )
}

/** The nodes that {@link generatePods} uses. */
export function generateNodes({ nodes = 200 }: { nodes?: number } = {}): readonly Node[] {
  const random = seededRandom(nodes)
  return Array.from({ length: nodes }, (_, index) =>
    deepFreeze<Node>({
      kind: 'Node',
      apiVersion: 'v1',
      metadata: {
        name: nodeName(index),
        uid: uuid(random),
        creationTimestamp: timestamp(NEWEST - OLDEST_AGE_MS),
        labels: {
          'kubernetes.io/hostname': nodeName(index),
          'topology.kubernetes.io/zone': `eu-central-1${'abc'[index % 3]}`,
        },
      },
      spec: { podCIDR: `10.${100 + (index >> 8)}.${index & 255}.0/24` },
      status: {
        capacity: { cpu: '16', memory: '64Gi', pods: '110' },
        conditions: [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }],
        addresses: [
          { type: 'InternalIP', address: nodeAddress(index) },
          { type: 'Hostname', address: nodeName(index) },
        ],
      },
    }),
  )
}
