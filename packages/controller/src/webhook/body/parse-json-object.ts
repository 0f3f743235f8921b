import { errorMessage } from '@kube-informer/core/internal'
import { isJsonObject, type JsonObject } from '../../api/json-value.ts'
import { RequestBodyError } from './request-body-error.ts'

/** Parses the body of a request, or a part of it. Throws a RequestBodyError with code 400 if it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new RequestBodyError(400, `request body is not JSON: ${errorMessage(cause)}`, { cause })
  }
}

/** Like {@link parseJson}, and throws if the value must be an object. */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  if (isJsonObject(value)) return value
  throw new RequestBodyError(400, 'the request body must be a JSON object')
}
