import { isJsonObject, type JsonObject } from '../api/json-value.ts'
import { itemTexts, pathRange, type TextRange } from './json-ranges.ts'
import { parseJsonObject } from './parse-json-object.ts'
import { RequestBodyError } from './request-body-error.ts'

const KIND = 'ConversionReview'
const V1 = 'apiextensions.k8s.io/v1'
const VERSIONS: readonly unknown[] = [V1, 'apiextensions.k8s.io/v1beta1']

/** What an apiserver asks for (apiextensions `ConversionRequest`). */
export interface ConversionReview {
  /** The version to answer in. */
  readonly apiVersion: string
  readonly uid: string
  readonly desiredAPIVersion: string
  /** The JSON texts of the objects, one after another. An invalid one is a SyntaxError of `JSON.parse`. */
  readonly objects: Iterable<string>
}

/**
 * Reads a ConversionReview of apiextensions.k8s.io/v1 or v1beta1, which have the same fields; one without `apiVersion` and `kind`
 * is of v1. Throws a RequestBodyError with code 400 if the text is not JSON, of another kind, or without a request.
 *
 * The objects are not parsed: a list may have thousands, and each one is parsed when it is converted. This is also how the
 * digits of an integer are found in its object, and not in the whole list.
 */
export function decodeConversionReview(text: string): ConversionReview {
  const objects = objectsRange(text)
  const envelope = objects ? `${text.slice(0, objects.start)}[]${text.slice(objects.end)}` : text
  const { apiVersion, kind, request } = parseJsonObject(envelope)
  if ((kind ?? KIND) !== KIND || !VERSIONS.includes(apiVersion ?? V1)) {
    const got = JSON.stringify({ apiVersion, kind })
    throw new RequestBodyError(400, `expected a ${KIND} of ${VERSIONS.join(' or ')}, got ${got}`)
  }
  if (!isJsonObject(request)) throw new RequestBodyError(400, 'the review has no request')
  if (!Array.isArray(request.objects ?? [])) throw new RequestBodyError(400, 'request.objects is no list')
  return {
    apiVersion: (apiVersion as string | undefined) ?? V1,
    uid: textMember(request, 'uid'),
    desiredAPIVersion: textMember(request, 'desiredAPIVersion'),
    objects: objects ? itemTexts(text, objects) : [],
  }
}

/** Where the list of objects is. Undefined if there is none, or if the text is no JSON. */
function objectsRange(text: string): TextRange | undefined {
  try {
    const range = pathRange(text, ['request', 'objects'])
    return range && text[range.start] === '[' && text[range.end - 1] === ']' ? range : undefined
  } catch {
    return undefined
  }
}

function textMember(request: JsonObject, name: string): string {
  const value = request[name] ?? ''
  if (typeof value === 'string') return value
  throw new RequestBodyError(400, `request.${name} is no string`)
}

/** The text of a review that succeeded, from the texts of the converted objects. */
export function encodeConverted({ apiVersion, uid }: ConversionReview, objects: readonly string[]): string {
  const head = JSON.stringify({ kind: KIND, apiVersion })
  const response = JSON.stringify({ uid, result: { status: 'Success' } })
  return `${head.slice(0, -1)},"response":${response.slice(0, -1)},"convertedObjects":[${objects.join()}]}}`
}

/** The text of a review that failed. It has no objects. */
export const encodeFailure = ({ apiVersion, uid }: ConversionReview, message: string): string =>
  JSON.stringify({ kind: KIND, apiVersion, response: { uid, result: { status: 'Failure', message } } })
