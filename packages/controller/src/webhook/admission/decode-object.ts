import { apiVersionOf, type ResourceDefinition } from '@kube-informer/core'
import type { JsonObject } from '../../api/json-value.ts'
import { kindText } from '../body/review-request.ts'

/**
 * Why an object of a request is none of the resource, if it is none. An apiserver may leave out `apiVersion` and `kind`
 * (controller-runtime `Decoder.DecodeRaw`).
 */
export function problemOfObject(
  object: JsonObject | undefined,
  resource: ResourceDefinition,
): string | undefined {
  if (!object) return 'there is no content to decode'
  const { apiVersion = apiVersionOf(resource), kind = resource.kind } = object
  if (apiVersion === apiVersionOf(resource) && kind === resource.kind) return undefined
  return `expected ${resource.kind} of ${apiVersionOf(resource)}, got ${kindText({ apiVersion, kind })}`
}
