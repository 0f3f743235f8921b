import type { CallOptions, KubernetesObject, ResourceLocation } from '@kube-informer/core'
import type { ConnectionClient } from '../connection-client.ts'
import type { CallVerb } from '../protocol.ts'
import type { Calls } from './calls.ts'

/** `connection.client`, over {@link Calls}. What a call answers is what its caller says that the resource is. */
export function callingClient(calls: Calls): ConnectionClient {
  const run = <T>(resource: Parameters<Calls['run']>[0], verb: CallVerb, options?: CallOptions) =>
    calls.run(resource, verb, options?.signal) as Promise<T>
  return {
    get: (resource, at, options) => run(resource, { verb: 'get', at, ...sent(options) }, options),
    list: (resource, options, call) => run(resource, { verb: 'list', ...(options && { options }) }, call),
    create: (resource, object, options) => {
      const { namespace, name, subresource } = placeOf(object, options)
      const at = subresource ? { namespace, name, subresource } : { namespace }
      return run(resource, { verb: 'create', at, object, ...sent(options) }, options)
    },
    replace: (resource, object, options) =>
      run(resource, { verb: 'replace', at: placeOf(object, options), object, ...sent(options) }, options),
    patch: (resource, at, patch, { type: patchType = 'merge', ...options } = {}) =>
      run(resource, { verb: 'patch', at, patch, patchType, ...sent(options) }, options),
    apply: (resource, object, options) =>
      run(resource, { verb: 'apply', at: placeOf(object, options), object, ...sent(options) }, options),
    delete: (resource, at, options) => run(resource, { verb: 'delete', at, ...sent(options) }, options),
    deleteCollection: (resource, { namespace, ...options } = {}) =>
      run(resource, { verb: 'deleteCollection', at: { namespace }, ...sent(options) }, options),
    scale: (resource, at, replicas, options) => {
      const patch = { spec: { replicas } }
      const scale = { ...at, subresource: 'scale' }
      return run(resource, { verb: 'patch', at: scale, patch, patchType: 'merge', ...sent(options) }, options)
    },
  }
}

/** What of a call's options crosses the wire: everything but the signal. */
function sent(options: CallOptions | undefined): { readonly options?: unknown } {
  if (!options) return {}
  const { signal: _, ...rest } = options
  return { options: rest }
}

function placeOf(
  object: unknown,
  options: { readonly subresource?: string | undefined } = {},
): ResourceLocation {
  const { namespace, name } = (object as KubernetesObject).metadata ?? {}
  return { namespace, name, subresource: options.subresource }
}
