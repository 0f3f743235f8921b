import type { CallOptions, KubernetesObject, ResourceLocation } from '@kube-informer/core'
import type { ConnectionClient } from '../api/connection-client.ts'
import type { CallVerb } from '../wire/protocol.ts'
import type { Calls } from './calls.ts'

type Reference = Parameters<Calls['run']>[0]

/** `connection.client` over {@link Calls}. The caller determines the type of the result. */
export function callingClient(calls: Calls): ConnectionClient {
  /** Every option but the signal crosses the wire. */
  const run = <T>(resource: Reference, verb: CallVerb, given?: CallOptions) => {
    const { signal, ...options } = given ?? {}
    return calls.run(resource, { ...verb, ...(given && { options }) }, signal) as Promise<T>
  }
  return {
    get: (resource, at, options) => run(resource, { verb: 'get', at }, options),
    list: (resource, options, call) => run(resource, { verb: 'list' }, { ...options, ...call }),
    create: (resource, object, options) => {
      const { namespace, name, subresource } = placeOf(object, options)
      const at = subresource ? { namespace, name, subresource } : { namespace }
      return run(resource, { verb: 'create', at, object }, options)
    },
    replace: (resource, object, options) =>
      run(resource, { verb: 'replace', at: placeOf(object, options), object }, options),
    patch: (resource, at, patch, { type: patchType = 'merge', ...options } = {}) =>
      run(resource, { verb: 'patch', at, patch, patchType }, options),
    apply: (resource, object, options) =>
      run(resource, { verb: 'apply', at: placeOf(object, options), object }, options),
    delete: (resource, at, options) => run(resource, { verb: 'delete', at }, options),
    deleteCollection: (resource, { namespace, ...options } = {}) =>
      run(resource, { verb: 'deleteCollection', at: { namespace } }, options),
    scale: (resource, at, replicas, options) => {
      const patch = { spec: { replicas } }
      const scale = { ...at, subresource: 'scale' }
      return run(resource, { verb: 'patch', at: scale, patch, patchType: 'merge' }, options)
    },
  }
}

function placeOf(
  object: unknown,
  { subresource }: { readonly subresource?: string | undefined } = {},
): ResourceLocation {
  const { namespace, name } = (object as KubernetesObject).metadata ?? {}
  return { namespace, name, subresource }
}
