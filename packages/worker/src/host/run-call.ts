import {
  InformerError,
  type KubeClient,
  type KubernetesObject,
  type ResourceDefinition,
  StatusError,
} from '@kube-informer/core'
import type { DeleteOptions } from '../connection.ts'
import type { CallFailure, CallVerb } from '../protocol.ts'

/** Runs what a page asked of `connection.client`. */
export function runCall(
  client: KubeClient,
  resource: ResourceDefinition,
  call: CallVerb,
  signal: AbortSignal,
): Promise<unknown> {
  switch (call.verb) {
    case 'get':
      return client.get(resource, call.at, { signal })
    case 'create':
      return client.create(resource, call.object as KubernetesObject, { signal })
    case 'replace':
      return client.replace(resource, call.object as KubernetesObject, { signal })
    case 'patch':
      return client.patch(resource, call.at, call.patch, { type: call.patchType, signal })
    case 'delete':
      return client.delete(resource, call.at, { ...(call.options as DeleteOptions | undefined), signal })
  }
}

/** An error as plain data, from which the page makes one of the same kind. */
export function toFailure(error: unknown): CallFailure {
  if (!(error instanceof Error)) return { message: String(error) }
  if (error instanceof StatusError) return { message: error.message, status: error.status }
  return { message: error.message, ...(error instanceof InformerError && { code: String(error.code) }) }
}
