import type { KubernetesObject, ResourceDefinition } from '@kube-informer/core'
import { isBuiltIn } from '../storage/encode.ts'
import type { AnyObject } from './merge-update.ts'
import { badRequest, unsupportedMediaType } from './status.ts'

/** The type of a patch; built-in resources alone have a strategy to merge by. */
export function patchTypeOf(resource: ResourceDefinition, request: Request): string {
  const type = request.headers.get('Content-Type') ?? ''
  if (type.startsWith('application/strategic-merge-patch+json') && !isBuiltIn(resource))
    throw unsupportedMediaType(['application/json-patch+json', 'application/merge-patch+json'])
  return type
}

/** A body that must be JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(`json parse error: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** The object that a create or a replace brings; throws the 400 or 415 of a real server. */
export async function readObject(request: Request, resource: ResourceDefinition): Promise<AnyObject> {
  const type = request.headers.get('Content-Type') ?? 'application/json'
  if (!type.startsWith('application/json') && !type.startsWith('text/plain'))
    throw unsupportedMediaType(['application/json'])
  const body = parseJson(await request.text())
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw badRequest(
      `the object provided is unrecognized (must be of type ${resource.kind}): couldn't get version/kind`,
    )
  const { kind } = body as KubernetesObject
  if (kind && kind !== resource.kind)
    throw badRequest(
      `${kind} in version "${resource.version}" cannot be handled as a ${resource.kind}: converting (${resource.version}.${kind}) to (core.${resource.kind}): unknown conversion`,
    )
  return body as AnyObject
}
