import {
  type KubeClient,
  type KubernetesObject,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import type { ClientCall } from '../../wire/calls.ts'

/** Runs a request of `connection.client`. */
export async function runCall(
  client: KubeClient,
  resource: ResourceDefinition,
  call: ClientCall,
  signal: AbortSignal,
): Promise<unknown> {
  const options = { ...optionsOf(call), signal }
  switch (call.verb) {
    case 'get':
      return client.get(resource, call.object, options)
    case 'list':
      return client.list(resource, optionsOf(call), { signal })
    case 'create':
      return client.create(resource, objectOf(call), options)
    case 'replace':
      return client.replace(resource, objectOf(call), options)
    case 'patch':
      return client.patch(resource, call.object, call.patch, options)
    case 'apply':
      return client.apply(resource, objectOf(call), options)
    case 'delete':
      return client.delete(resource, call.object, options)
    case 'deleteCollection':
      return client.deleteCollection(resource, options)
    default:
      return call satisfies never
  }
}

/** The client validates the options that it uses, and the server the others. */
export function optionsOf({ options = {} }: { readonly options?: unknown }): object {
  if (typeof options === 'object' && options !== null) return options
  throw new UsageError(`the options of a call are an object, not ${String(options)}`)
}

function objectOf({ verb, object }: { readonly verb: string; readonly object: unknown }): KubernetesObject {
  if (typeof object === 'object' && object !== null) return object
  throw new UsageError(`${verb} requires an object, got ${String(object)}`)
}
