import type { Client, Reader } from '@kube-informer/controller'
import { isInvalid, isNotFound } from '@kube-informer/core'
import { type Pod, pods, type ReplicaSet, replicaSets } from '@kube-informer/core/resources'
import { claimPods } from './plan.ts'
import { isActive } from './pod-state.ts'
import { settleAll } from './settle-all.ts'

/** What claims are written with. */
export interface ClaimOptions {
  readonly client: Client
  /** Reads from the server rather than from the cache. */
  readonly apiReader: Reader
}

/** Adopts and releases Pods; resolves with those that the ReplicaSet has then. */
export async function writeClaims(
  replicaSet: ReplicaSet,
  candidates: readonly Pod[],
  { client, apiReader }: ClaimOptions,
): Promise<readonly Pod[]> {
  const { owned, orphans, strays } = claimPods(replicaSet, candidates)
  if (orphans.length > 0) await checkAdoption(replicaSet, apiReader)
  const adopted = orphans.map(pod => patchOwners(client, pod, ownerOf(replicaSet)))
  const released = strays.map(pod => release(client, pod, replicaSet))
  const [patched] = await settleAll([settleAll(adopted), settleAll(released)])
  return [...owned, ...(patched ?? []).filter(pod => pod !== undefined)].filter(isActive)
}

/** A cache can be late: a ReplicaSet that was deleted, or created again, must not adopt. */
async function checkAdoption({ metadata }: ReplicaSet, apiReader: Reader): Promise<void> {
  const { namespace, name = '', uid } = metadata ?? {}
  const fresh = await apiReader.get(replicaSets, { namespace, name })
  if (fresh.metadata?.uid !== uid || fresh.metadata?.deletionTimestamp) {
    throw new Error(`the ReplicaSet ${namespace}/${name} was deleted: it adopts no Pods`)
  }
}

const ownerOf = ({ metadata }: ReplicaSet) => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  name: metadata?.name ?? '',
  uid: metadata?.uid ?? '',
  controller: true,
  blockOwnerDeletion: true,
})

async function release(client: Client, pod: Pod, { metadata }: ReplicaSet): Promise<undefined> {
  try {
    await patchOwners(client, pod, { $patch: 'delete', uid: metadata?.uid ?? '' })
  } catch (error) {
    // The name has another Pod now, or this one has no owners any more.
    if (!isInvalid(error)) throw error
  }
}

/**
 * Adds an owner, or removes one. A strategic merge patch changes this entry only, and its uid is a precondition.
 * Resolves with undefined if the Pod is gone.
 */
async function patchOwners(client: Client, pod: Pod, owner: object): Promise<Pod | undefined> {
  const { namespace, name = '', uid } = pod.metadata ?? {}
  const patch = { metadata: { uid, ownerReferences: [owner] } }
  try {
    return await client.patch(pods, { namespace, name }, patch, { type: 'strategic' })
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
