import { LazyObject } from '@kube-informer/cacher'
import { UsageError } from '@kube-informer/core'
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
  /** When the newest Pod was created, in ms since the Unix epoch; the others are up to 30 days older. @default 2025-12-31 */
  readonly newest?: number
}

/** The default of `newest`. */
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
  readonly #newest: number

  constructor({ seed = 1, namespaces = 50, nodes = 200, apps = 400, newest = NEWEST }: GenerateOptions) {
    const random = seededRandom(seed)
    const names = namespaceNames(namespaces)
    this.#seed = seed
    this.#nodes = nodes
    this.#newest = newest
    this.#apps = Array.from({ length: apps }, (_, index) => createApp(random, index, names))
  }

  /** The apps, in the order in which they get their Pods. */
  get apps(): readonly App[] {
    return this.#apps
  }

  /** The number of Pods that an app has when `count` Pods are generated. */
  podsOf(app: number, count: number): number {
    return Math.max(0, Math.ceil((count - app) / this.#apps.length))
  }

  /** @param createdAt in ms since the Unix epoch @default up to 30 days before `newest` */
  podAt(index: number, createdAt?: number): Pod {
    const { app, suffix } = this.#placeOf(index)
    const random = seededRandomAt(this.#seed, FIRST + index * DRAWS)
    const past = this.#newest - integer(random, OLDEST_AGE_MS)
    return createPod(random, app, {
      suffix,
      node: integer(random, this.#nodes),
      createdAt: createdAt ?? past,
    })
  }

  lazyPodAt(index: number): LazyObject<Pod> {
    const { app, suffix } = this.#placeOf(index)
    const { namespace, ownerReferences } = app
    const metadata = { namespace, name: podName(app, suffix), ownerReferences }
    return new LazyObject({ kind: 'Pod', apiVersion: 'v1', metadata }, () => this.podAt(index))
  }

  #placeOf(index: number): { readonly app: App; readonly suffix: string } {
    const app = this.#apps[index % this.#apps.length]
    if (!app) throw new UsageError('generated Pods need at least one app')
    return { app, suffix: nameSuffix(Math.floor(index / this.#apps.length), app.firstSuffix) }
  }
}
