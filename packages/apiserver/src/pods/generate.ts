import { deepFreeze } from '../json/freeze.ts'
import { integer, nameSuffix, seededRandom, uuid } from '../object/random.ts'
import type { Namespace, Node, Pod } from '../object/resources.ts'
import { timestamp } from '../object/timestamp.ts'
import { createApp, namespaceNames, nodeAddress, nodeName } from './apps.ts'
import { createPod } from './create-pod.ts'

/** Options of {@link generatePods}. */
export interface GenerateOptions {
  readonly count: number
  /** The same seed gives the same Pods. @default 1 */
  readonly seed?: number
  /** @default 50 */
  readonly namespaces?: number
  /** @default 200 */
  readonly nodes?: number
  /** ReplicaSets, spread over the namespaces. @default 400 */
  readonly apps?: number
}

/** When the newest generated Pod was created; the others are up to 30 days older. */
const NEWEST = Date.UTC(2025, 11, 31)
const OLDEST_AGE_MS = 30 * 24 * 3_600_000

/**
 * Realistic frozen Pods: about 7 KB of JSON each, a third of it `managedFields`, with two containers, owner references
 * and conditions. Pods of one app share common parts, so that generating ten thousand takes milliseconds.
 *
 * @example createFakeApiserver({ objects: generatePods({ count: 10_000, seed: 1 }) })
 */
export function generatePods(options: GenerateOptions): readonly Pod[] {
  return [...iteratePods(options)]
}

/** Like {@link generatePods}, one at a time. */
export function* iteratePods({
  count,
  seed = 1,
  namespaces = 50,
  nodes = 200,
  apps = 400,
}: GenerateOptions): Generator<Pod> {
  const random = seededRandom(seed)
  const names = namespaceNames(namespaces)
  const all = Array.from({ length: apps }, (_, index) => createApp(random, index, names))
  for (let index = 0; index < count; index++) {
    const app = all[index % apps]
    if (!app) return
    const suffix = nameSuffix(Math.floor(index / apps), app.firstSuffix)
    const createdAt = NEWEST - integer(random, OLDEST_AGE_MS)
    yield createPod(random, app, { suffix, node: integer(random, nodes), createdAt })
  }
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
