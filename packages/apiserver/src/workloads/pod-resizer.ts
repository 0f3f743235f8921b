import { type KubernetesObject, type ResourceDefinition, UsageError } from '@kube-informer/core'
import { deployments as deploymentResource, replicaSets } from '@kube-informer/core/resources'
import { countOf, type Fields, fieldsOf } from '../object/any-object.ts'
import { pods } from '../object/resources.ts'
import type { App } from '../pods/apps.ts'
import { type GenerateOptions, PodGenerator } from '../pods/pod-generator.ts'
import type { FakeApiserver } from '../server/fake-apiserver.ts'
import { lowerBound } from '../storage/sorted.ts'
import type { Plain } from './lazy.ts'

/** Changes the number of generated Pods while the server runs. */
export interface PodResizer {
  /** Creates or deletes Pods until there are `count` generated ones; replaces a call that is not done. */
  resize(count: number): void
  /** Stops where it is. Idempotent. */
  stop(): void
  /** The number of generated Pods now, and the number that was asked for last. */
  readonly count: number
  readonly target: number
  readonly isRunning: boolean
}

/** The most Pods that a resizer creates. */
const MAX_PODS = 100_000
/** The number of writes without a pause, and the pause between them in ms: other requests are answered in between. */
const SLICE = 200
const PAUSE_MS = 10

/**
 * Resizes the Pods of `lazyPods(options)` or `generateCluster(options)` on a server, as events. An app at a time gets its Pods
 * together with the replicas of its Deployment and ReplicaSet, so that controllers find nothing to do.
 *
 * @example
 * const resizer = createPodResizer(server, { count: 10_000, seed: 1 })
 * resizer.resize(100_000)
 */
export const createPodResizer = (server: FakeApiserver, options: GenerateOptions): PodResizer =>
  new Resizer(server, options)

class Resizer implements PodResizer {
  readonly #server: FakeApiserver
  readonly #generator: PodGenerator
  /** The number of Pods of each app. */
  readonly #counts: number[]
  #target: number
  #app = 0
  #timer: unknown
  #isRunning = false

  constructor(server: FakeApiserver, options: GenerateOptions) {
    this.#server = server
    this.#generator = new PodGenerator(options)
    this.#target = options.count
    this.#counts = this.#generator.apps.map((_, index) => this.#generator.podsOf(index, options.count))
  }

  get count(): number {
    return this.#counts.reduce((sum, count) => sum + count, 0)
  }

  get target(): number {
    return this.#target
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  resize(count: number): void {
    if (!Number.isInteger(count) || count < 0 || count > MAX_PODS)
      throw new UsageError(`count must be a whole number up to ${MAX_PODS}, and is ${count}`)
    this.stop()
    this.#target = count
    this.#app = 0
    this.#isRunning = true
    this.#timer = this.#server.clock.setTimeout(() => this.#slice(), 0)
  }

  stop(): void {
    this.#isRunning = false
    this.#server.clock.clearTimeout(this.#timer)
  }

  #slice(): void {
    const { apps } = this.#generator
    for (let writes = 0; writes < SLICE && this.#app < apps.length; this.#app++)
      writes += this.#resizeApp(this.#app, apps[this.#app] as App)
    if (this.#app < apps.length) this.#timer = this.#server.clock.setTimeout(() => this.#slice(), PAUSE_MS)
    else this.#isRunning = false
  }

  /** Gives an app its share. Returns the number of writes. */
  #resizeApp(index: number, app: App): number {
    const before = this.#counts[index] ?? 0
    const after = this.#generator.podsOf(index, this.#target)
    if (before === after) return 0
    this.#scale(replicaSets, `${app.namespace}/${app.name}-${app.hash}`, after - before)
    this.#scale(deploymentResource, `${app.namespace}/${app.name}`, after - before)
    if (after > before) this.#create(index, after - before)
    else this.#delete(app, before - after)
    this.#counts[index] = after
    return Math.abs(after - before)
  }

  /** Creates those of an app's generated Pods that are missing, lowest index first. */
  #create(app: number, count: number): void {
    const now = this.#server.clock.now()
    for (let index = app, created = 0; created < count; index += this.#generator.apps.length) {
      const { namespace, name } = this.#generator.lazyPodAt(index).metadata
      if (this.#server.get(pods, `${namespace}/${name}`)) continue
      this.#server.create(this.#generator.podAt(index, now), pods)
      created++
    }
  }

  /** Deletes the last Pods by name, those of the app's ReplicaSet included. */
  #delete({ namespace, name, hash }: App, count: number): void {
    const prefix = `${namespace}/${name}-${hash}-`
    const keys = this.#server.keys(pods)
    const self = (key: string) => key
    // '.' follows '-', so this is the first key after the app.
    const end = lowerBound(keys, `${prefix.slice(0, -1)}.`, self)
    const start = Math.max(lowerBound(keys, prefix, self), end - count)
    for (const key of keys.slice(start, end)) {
      const pod = this.#server.get(pods, key)
      if (pod) this.#server.delete(pod, pods)
    }
  }

  /** Changes the replicas of a workload, in its spec and in its status, if it exists. */
  #scale(resource: ResourceDefinition, key: string, change: number): void {
    const stored = this.#server.get(resource, key) as Plain | undefined
    if (!stored) return
    const spec = fieldsOf(stored.spec)
    const generation = (stored.metadata?.generation ?? 1) + 1
    const replicas = Math.max(0, countOf(spec.replicas) + change)
    const scaled: KubernetesObject & Plain = {
      ...stored,
      metadata: { ...stored.metadata, generation, ...scaledAnnotations(stored, change) },
      spec: { ...spec, replicas },
      status: { ...scaledStatus(fieldsOf(stored.status), change), observedGeneration: generation },
    }
    this.#server.update(scaled, resource)
  }
}

const COUNTS = ['replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas', 'fullyLabeledReplicas']

const scaledStatus = (status: Fields, change: number): Fields => ({
  ...status,
  ...Object.fromEntries(
    COUNTS.filter(name => name === 'replicas' || name in status).map(name => [
      name,
      Math.max(0, countOf(status[name]) + change),
    ]),
  ),
})

const DESIRED = 'deployment.kubernetes.io/desired-replicas'
const MAX = 'deployment.kubernetes.io/max-replicas'

/** A ReplicaSet's annotations of its Deployment's replicas: another value would be a scaled Deployment. */
function scaledAnnotations({ metadata }: KubernetesObject, change: number) {
  const { annotations = {} } = metadata ?? {}
  const { [DESIRED]: desired } = annotations
  if (desired === undefined) return {}
  const replicas = Math.max(0, Number(desired) + change)
  return {
    annotations: { ...annotations, [DESIRED]: String(replicas), [MAX]: String(Math.ceil(replicas * 1.25)) },
  }
}
