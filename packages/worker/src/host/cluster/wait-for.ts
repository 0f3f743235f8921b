import {
  type KubernetesObject,
  type ResourceDefinition,
  type ResourceLocation,
  readObject,
  UsageError,
} from '@kube-informer/core'
import { onAbort, withResolvers } from '@kube-informer/core/internal'
import type { WaitCondition } from '../../api/mutation.ts'
import { isOlder } from '../plan/versions.ts'
import type { Cluster } from './cluster.ts'
import { isRefused } from './denial-gate.ts'
import type { HeldView } from './held-view.ts'

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
  const { name = '', namespace = '' } = at
  const definition = cluster.resource(resource)
  const key = definition.namespaced ? `${namespace}/${name}` : name
  if (name === '' || (definition.namespaced && namespace === ''))
    throw new UsageError(
      `waitFor requires the name of an object${definition.namespaced ? ' and its namespace' : ''}`,
    )
  const isMet = testOf(options.condition)
  const overlay = cluster.writes.overlayOf(definition)
  const { promise, resolve, reject } = withResolvers<KubernetesObject | undefined>()
  const check = () => {
    if (!held) return
    const { status } = held
    if (status.data !== 'complete') {
      if (status.error && isRefused(status)) reject(status.error)
      return
    }
    // Rows may show what the server has not stored.
    if (overlay.writesOf(key).length > 0) return
    const [row] = held.view.rows()
    const object = row && readObject(row)
    if (isMet(object, held)) resolve(object)
  }
  let held: HeldView | undefined
  const unsubscribe = onAbort(signal, reject)
  try {
    signal.throwIfAborted()
    held = cluster.open(
      { resource, slice: { target: { type: 'key', key } } },
      { onRows: check, onStatus: check },
    )
    check()
    return await promise
  } finally {
    unsubscribe()
    held?.release()
  }
}

type IsMet = (object: KubernetesObject | undefined, view: HeldView) => boolean

function testOf(condition: WaitCondition): IsMet {
  const { condition: expression, deleted, resourceVersion } = Object(condition)
  if (typeof expression === 'string') return hasCondition(expression)
  if (typeof resourceVersion === 'string')
    return (object, { coveredResourceVersion }) =>
      !isOlder(coveredResourceVersion, resourceVersion) ||
      (object !== undefined && !isOlder(object.metadata?.resourceVersion ?? '', resourceVersion))
  if (deleted === true) return isDeleted()
  throw new UsageError('waitFor requires { condition }, { deleted: true } or { resourceVersion }')
}

/** Also where another object has its name by now. */
function isDeleted(): IsMet {
  let first: string | undefined
  return object => {
    const uid = object?.metadata?.uid
    first ??= uid
    return object === undefined || uid !== first
  }
}

/** The members that `kubectl wait` reads. */
interface Conditioned extends KubernetesObject {
  readonly status?: {
    readonly observedGeneration?: number
    readonly conditions?: readonly {
      readonly type?: string
      readonly status?: string
      readonly observedGeneration?: number
    }[]
  }
}

/** As `kubectl wait --for=condition=`: names and values in any case, and never a state of an older generation. */
function hasCondition(expression: string): IsMet {
  const [type = '', wanted = 'true'] = expression.toLowerCase().split('=')
  return object => {
    const { metadata, status } = (object ?? {}) as Conditioned
    const found = status?.conditions?.find(each => each.type?.toLowerCase() === type)
    if (!found) return false
    const observed = found.observedGeneration ?? status?.observedGeneration
    const isOutdated =
      observed !== undefined && metadata?.generation !== undefined && observed < metadata.generation
    return !isOutdated && found.status?.toLowerCase() === wanted
  }
}
