import {
  type KubernetesObject,
  type ObjectName,
  type ResourceDefinition,
  type Row,
  readObject,
} from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import { keyIn } from '../../api/key-in.ts'
import type { WaitCondition } from '../../api/mutation.ts'
import type { Cluster } from '../clusters/cluster.ts'
import { isRefused } from '../held-view/denials.ts'
import type { HeldView } from '../held-view/held-view.ts'
import { compileWaitCondition, type IsMet } from './wait-condition.ts'

export interface WaitForOptions {
  readonly cluster: Cluster
  readonly resource: string | ResourceDefinition
  readonly object: ObjectName
  readonly condition: WaitCondition
  readonly signal: AbortSignal
}

/** Resolves with the object once it meets the condition in the cache of an informer; undefined where it is gone. */
export async function waitFor(options: WaitForOptions): Promise<KubernetesObject | undefined> {
  const { cluster, resource, object, signal } = options
  const definition = cluster.resource(resource)
  const key = keyIn(definition, object)
  const isMet = await compileWaitCondition(options.condition)
  const overlay = cluster.writes.overlayOf(definition)
  const { promise, resolve, reject } = withResolvers<KubernetesObject | undefined>()
  const check = () => {
    // The cache has yet to reach what the server has already reported about a write.
    if (!held || overlay.writesOf(key).some(({ step }) => step.known)) return
    try {
      const row = held.stored?.(key)
      if (checkView(held, row, isMet)) resolve(row && readObject(row))
    } catch (error) {
      reject(error)
    }
  }
  let held: HeldView | undefined
  signal.throwIfAborted()
  const unsubscribe = onAbort(signal, reject)
  const unfollow = cluster.followReads(check)
  try {
    const slice = { target: { type: 'key', key } } as const
    held = cluster.open({ resource, slice }, { onRows: check, onStatus: check })
    check()
    return await promise
  } finally {
    unfollow()
    unsubscribe()
    held?.release()
  }
}

/** Throws the server's error if the user may not read the object. */
function checkView(held: HeldView, row: Row | undefined, isMet: IsMet): boolean {
  const { status, stored, coveredResourceVersion } = held
  // Rows that the server has denied since say nothing about the object.
  if (status.data === 'complete') return stored !== undefined && isMet(row, coveredResourceVersion)
  if (status.error && isRefused(status)) throw status.error
  return false
}
