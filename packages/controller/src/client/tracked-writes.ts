import {
  type Clock,
  type CollectionDeletion,
  type DeleteOptions,
  type Deletion,
  isStatus,
  type KubernetesObject,
  type PatchType,
  type ResourceDefinition,
  type ResourceLocation,
} from '@kube-informer/core'
import { keyIn } from './cached-reads.ts'
import { demandOf } from './live-demands.ts'
import type { WriteLog } from './write-log.ts'
import type { WriteLogs } from './write-logs.ts'
import { deletedUid, isDoubtful, writtenDemand } from './write-outcome.ts'
import type { WriteTarget } from './writes-in-flight.ts'

/** Informers are hardly ever this far behind: the idle timeout of a watch ends the ones that are. */
const LONGEST_LAG_MS = 300_000

/** Options that decide whether a write is tracked. */
interface TrackedOptions {
  readonly dryRun?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The format of a patch. */
  readonly type?: PatchType | undefined
}

/** Records writes in the logs, so that reads can wait for them. */
export class TrackedWrites {
  readonly #logs: WriteLogs
  readonly #clock: Clock

  constructor(logs: WriteLogs, clock: Clock) {
    this.#logs = logs
    this.#clock = clock
  }

  /** A write of one object. */
  write<T extends KubernetesObject>(
    resource: ResourceDefinition,
    at: ResourceLocation,
    options: TrackedOptions,
    send: () => Promise<T>,
  ): Promise<T> {
    const target = targetOf(resource, at)
    return this.#track(resource, target, options, send, (log, answer) => {
      const key = target.type === 'object' ? target.key : answer.metadata?.name && keyIn(resource, answer)
      if (key) log.demand(key, writtenDemand(answer))
    })
  }

  /** A deletion of one object. */
  delete<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    at: ResourceLocation,
    options: DeleteOptions,
    send: () => Promise<Deletion<T>>,
  ): Promise<Deletion<T>> {
    const target = targetOf(resource, at)
    const key = target.type === 'object' ? target.key : ''
    const before = key === '' ? [] : (this.#logs.find(resource) ?? this.#logs.of(resource)).cachedUids(key)
    return this.#track(resource, target, options, send, (log, answer) => {
      if (!isStatus(answer)) return log.demand(key, writtenDemand(answer))
      const uid = deletedUid(answer) ?? options.preconditions?.uid ?? before[0]
      if (uid === undefined) return log.doubt(target)
      const isKnown = before.includes(uid) || log.hasDemand(key)
      // The cache may get this object, and its deletion, later.
      const keepUntil = isKnown ? undefined : this.#clock.now() + LONGEST_LAG_MS
      log.demand(key, { gone: [uid], keepUntil })
    })
  }

  /** A deletion of many objects. */
  deleteMany<T extends KubernetesObject>(
    resource: ResourceDefinition<T>,
    namespace: string | undefined,
    options: TrackedOptions,
    send: () => Promise<CollectionDeletion<T>>,
  ): Promise<CollectionDeletion<T>> {
    const target = { type: 'any', namespace: (resource.namespaced && namespace) || '' } as const
    return this.#track(resource, target, options, send, (log, answer) => {
      // The cache may get these objects later. Whether they are gone, or wait for a finalizer, shows the next read.
      for (const item of isStatus(answer) ? [] : answer.items)
        if (item.metadata?.name) log.demand(keyIn(resource, item), demandOf(item.metadata))
      log.doubt(target)
    })
  }

  async #track<T>(
    resource: ResourceDefinition,
    target: WriteTarget,
    { dryRun, signal, type }: TrackedOptions,
    send: () => Promise<T>,
    onAnswer: (log: WriteLog, answer: T) => void,
  ): Promise<T> {
    if (dryRun || signal?.aborted) return send()
    const log = this.#logs.of(resource)
    const end = log.inFlight.start(target)
    try {
      const answer = await send()
      onAnswer(log, answer)
      return answer
    } catch (error) {
      if (isDoubtful(error, type)) log.doubt(target)
      throw error
    } finally {
      end()
    }
  }
}

function targetOf(resource: ResourceDefinition, { namespace, name }: ResourceLocation): WriteTarget {
  const within = (resource.namespaced && namespace) || ''
  if (!name) return { type: 'new', namespace: within }
  return { type: 'object', key: keyIn(resource, { namespace, name }), namespace: within }
}
