import { isJsonObject, type JsonObject } from '../../api/json-value.ts'
import { RequestBodyError } from './request-body-error.ts'

/** What reviews of all kinds have. */
export interface ReviewRequest {
  /** The version to answer in. */
  readonly apiVersion: string
  readonly request: JsonObject
}

/**
 * The request of a review of v1 or v1beta1, which have the same fields; one without `apiVersion` and `kind` is of v1. Throws a
 * RequestBodyError with code 400 for another kind, and for a review without a request.
 */
export function reviewRequest(review: JsonObject, name: string, group: string): ReviewRequest {
  const versions: readonly unknown[] = [`${group}/v1`, `${group}/v1beta1`]
  const { apiVersion, kind, request } = review
  if ((kind ?? name) !== name || !versions.includes(apiVersion ?? versions[0]))
    throw new RequestBodyError(400, `expected ${name} of ${versions.join(' or ')}, got ${kindText(review)}`)
  if (!isJsonObject(request)) throw new RequestBodyError(400, 'the review has no request')
  return { apiVersion: String(apiVersion ?? versions[0]), request }
}

/** What an object says that it is. JSON, because either may be of any type. */
export const kindText = ({ apiVersion, kind }: JsonObject): string => JSON.stringify({ apiVersion, kind })
