import {
  type KubernetesObject,
  type ResourceDefinition,
  type ResourceLocation,
  readObject,
  UsageError,
} from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import type { WaitCondition } from '../../api/mutation.ts'
import type { Cluster } from './cluster.ts'
import { isRefused } from './denial-gate.ts'
import type { HeldView } from './held-view.ts'
import { compileWaitCondition, type IsMet } from './wait-condition.ts'

/** Options of {@link waitFor}. */
export interface WaitForOptions {
  readonly cluster: Cluster
  readonly resource: string | ResourceDefinition
  readonly at: ResourceLocation
  readonly condition: WaitCondition
  readonly signal: AbortSignal
}

/** Resolves with the object once it meets the condition in the cache of an informer; undefined where it is gone. */
export async function waitFor(options: WaitForOptions): Promise<KubernetesObject | undefined> {
  const { cluster, resource, at, signal } = options
  const definition = cluster.resource(resource)
  const key = keyOf(definition, at)
  const isMet = await compileWaitCondition(options.condition)
  const overlay = cluster.writes.overlayOf(definition)
  const { promise, resolve, reject } = withResolvers<KubernetesObject | undefined>()
  const check = () => {
    // Rows with pending writes may show what the server has not stored.
    if (!held || overlay.writesOf(key).length > 0) return
    try {
      if (checkView(held, isMet)) resolve(objectOf(held))
    } catch (error) {
      reject(error)
    }
  }
  let held: HeldView | undefined
  signal.throwIfAborted()
  const unsubscribe = onAbort(signal, reject)
  try {
    const slice = { target: { type: 'key', key } } as const
    held = cluster.open({ resource, slice }, { onRows: check, onStatus: check })
    check()
    return await promise
  } finally {
    unsubscribe()
    held?.release()
  }
}

/** Throws the server's error if the user may not read the object. */
function checkView({ status, view, coveredResourceVersion }: HeldView, isMet: IsMet): boolean {
  if (status.data === 'complete') return isMet(view.rows()[0], coveredResourceVersion)
  if (status.error && isRefused(status)) throw status.error
  return false
}

function objectOf({ view }: HeldView): KubernetesObject | undefined {
  const [row] = view.rows()
  return row && readObject(row)
}

function keyOf({ namespaced }: ResourceDefinition, { name, namespace }: ResourceLocation): string {
  if (name && (namespace || !namespaced)) return namespaced ? `${namespace}/${name}` : name
  throw new UsageError(`waitFor requires the name of an object${namespaced ? ' and its namespace' : ''}`)
}
