import { controllerOf } from '@kube-informer/controller'
import {
  compareResourceVersions,
  type KubernetesObject,
  type ResourceDefinition,
  type WatchEvent,
} from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { isActive } from '../pod-state.ts'
import type { World } from './world.ts'

/** A creation that took the number of Pods above the wanted one. */
export interface Excess {
  readonly pod: string
  readonly replicas: number
  readonly wanted: number
}

/** Records all changes of the ReplicaSets and Pods of a namespace. */
export class ReplicaRecorder {
  readonly #stop = new AbortController()
  readonly #changes: WatchEvent<KubernetesObject>[] = []
  readonly #watches: Promise<void>[] = []

  /** Starts to record; resolves when nothing can be missed any more. */
  static async start(world: World): Promise<ReplicaRecorder> {
    const recorder = new ReplicaRecorder()
    await Promise.all([replicaSets, pods].map(resource => recorder.#record(world, resource)))
    return recorder
  }

  async #record({ client, namespace }: World, resource: ResourceDefinition): Promise<void> {
    const { signal } = this.#stop
    const { metadata } = await client.list(resource, { namespace })
    const query = { namespace, resourceVersion: metadata.resourceVersion }
    const batches = await client.watch(resource, query, { signal })
    const read = async () => {
      for await (const batch of batches) this.#changes.push(...batch)
    }
    this.#watches.push(
      read().catch(error => {
        if (!signal.aborted) throw error
      }),
    )
  }

  /** Ends the recording. Resolves with the creations that should not have happened, and the number of creations. */
  async stop(): Promise<{ readonly excesses: readonly Excess[]; readonly creations: number }> {
    this.#stop.abort()
    await Promise.all(this.#watches)
    return judge(this.#changes)
  }
}

/** Both resources are in one etcd, so their versions have one order. */
const inOrder = (changes: readonly WatchEvent<KubernetesObject>[]) =>
  changes.toSorted((a, b) =>
    compareResourceVersions(
      a.object.metadata?.resourceVersion ?? '',
      b.object.metadata?.resourceVersion ?? '',
    ),
  )

/**
 * Follows the number of active Pods of each ReplicaSet. Only creations are judged: an adopted orphan can be one too many
 * until it is deleted, and so can Pods when a user wants fewer.
 */
function judge(changes: readonly WatchEvent<KubernetesObject>[]) {
  const wanted = new Map<string, number>()
  const owners = new Map<string, string>()
  const excesses: Excess[] = []
  let creations = 0
  for (const { type, object } of inOrder(changes)) {
    if (type === 'ERROR') throw new Error(`the recording ended: ${JSON.stringify(object)}`)
    const { uid = '', name = '' } = object.metadata ?? {}
    if (object.kind === 'ReplicaSet') {
      wanted.set(uid, (object as ReplicaSet).spec.replicas ?? 1)
      continue
    }
    const owner = controllerOf(object)?.uid
    if (type === 'DELETED' || !owner || !isActive(object as Pod)) owners.delete(uid)
    else owners.set(uid, owner)
    if (type !== 'ADDED' || !owner) continue
    creations++
    const replicas = [...owners.values()].filter(each => each === owner).length
    const limit = wanted.get(owner) ?? 0
    if (replicas > limit) excesses.push({ pod: name, replicas, wanted: limit })
  }
  return { excesses, creations }
}
