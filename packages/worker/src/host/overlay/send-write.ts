import {
  type KubeClient,
  type KubernetesObject,
  type ResourceDefinition,
  UsageError,
} from '@kube-informer/core'
import { isJsonObject, type JsonObject } from '@kube-informer/core/patch'
import type { WriteRequest } from '../../wire/calls.ts'

/** Sends a write; resolves with the server's response. */
export function sendWrite(
  client: KubeClient,
  resource: ResourceDefinition,
  write: WriteRequest,
  signal: AbortSignal,
): Promise<KubernetesObject> {
  const options = { ...write.options, signal }
  switch (write.verb) {
    case 'create':
      return client.create(resource, write.object, options)
    case 'replace':
      return client.replace(resource, write.object, options)
    case 'apply':
      return client.apply(resource, write.object, options)
    case 'patch':
      return client.patch(resource, write.object, write.patch, options)
    case 'delete':
      return client.delete(resource, write.object, options)
  }
}

const VERBS: readonly unknown[] = ['create', 'replace', 'apply', 'patch', 'delete']

/**
 * A copy of a write that contains only values of JSON, which is what the server receives. Throws a UsageError for what a
 * page must not send.
 */
export function checkedWrite(given: unknown): WriteRequest {
  const write = plain(given)
  const { verb, object, options } = write
  if (!VERBS.includes(verb)) throw new UsageError(`there is no write ${JSON.stringify(verb)}`)
  const isNamed = (verb === 'patch' || verb === 'delete') && typeof object === 'string'
  if (!isNamed && !isJsonObject(object))
    throw new UsageError(`${verb} requires an object, got ${String(object)}`)
  if (options !== undefined && !isJsonObject(options))
    throw new UsageError(`the options of a write are an object, not ${String(options)}`)
  return write as unknown as WriteRequest
}

function plain(value: unknown): JsonObject {
  try {
    const copy: unknown = JSON.parse(JSON.stringify(value) ?? 'null')
    return isJsonObject(copy) ? copy : {}
  } catch (cause) {
    throw new UsageError(`the write is not JSON: ${String(cause)}`, { cause })
  }
}
