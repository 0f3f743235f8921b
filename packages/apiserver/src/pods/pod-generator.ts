import { UsageError } from '@kube-informer/core'
import { LazyObject } from '@kube-informer/core/cacher'
import { integer, nameSuffix, seededRandom, seededRandomAt } from '../object/random.ts'
import type { Pod } from '../object/resources.ts'
import { type App, createApp, namespaceNames } from './apps.ts'
import { createPod, podName } from './create-pod.ts'

/** Options of `generatePods`. */
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
export const NEWEST: number = Date.UTC(2025, 11, 31)
export const OLDEST_AGE_MS: number = 30 * 24 * 3_600_000

/** The number of random numbers that one Pod may use: no two Pods use the same ones, so their uids differ. */
const DRAWS = 64
/** The position of the first Pod's random numbers, after those of the apps. */
const FIRST = 2 ** 20

/** Builds the Pods of a seed in any order. */
export class PodGenerator {
  readonly #seed: number
  readonly #nodes: number
  readonly #apps: readonly App[]

  constructor({ seed = 1, namespaces = 50, nodes = 200, apps = 400 }: GenerateOptions) {
    const random = seededRandom(seed)
    const names = namespaceNames(namespaces)
    this.#seed = seed
    this.#nodes = nodes
    this.#apps = Array.from({ length: apps }, (_, index) => createApp(random, index, names))
  }

  podAt(index: number): Pod {
    const { app, suffix } = this.#placeOf(index)
    const random = seededRandomAt(this.#seed, FIRST + index * DRAWS)
    const createdAt = NEWEST - integer(random, OLDEST_AGE_MS)
    return createPod(random, app, { suffix, node: integer(random, this.#nodes), createdAt })
  }

  lazyPodAt(index: number): LazyObject<Pod> {
    const { app, suffix } = this.#placeOf(index)
    const metadata = { namespace: app.namespace, name: podName(app, suffix) }
    return new LazyObject({ kind: 'Pod', apiVersion: 'v1', metadata }, () => this.podAt(index))
  }

  #placeOf(index: number): { readonly app: App; readonly suffix: string } {
    const app = this.#apps[index % this.#apps.length]
    if (!app) throw new UsageError('generated Pods need at least one app')
    return { app, suffix: nameSuffix(Math.floor(index / this.#apps.length), app.firstSuffix) }
  }
}
