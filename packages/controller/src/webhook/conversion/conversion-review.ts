import { findPath, skipSpace } from '@kube-informer/core/json'
import type { JsonObject } from '../../api/json-value.ts'
import { parseJsonObject } from '../body/parse-json-object.ts'
import { RequestBodyError } from '../body/request-body-error.ts'
import { reviewRequest } from '../body/review-request.ts'
import { itemTexts, pathRange } from '../json/json-ranges.ts'
import type { Pause } from './pausing.ts'

const KIND = 'ConversionReview'

/** What an apiserver asks for (apiextensions `ConversionRequest`). */
export interface ConversionReview {
  /** The version to answer in. */
  readonly apiVersion: string
  readonly uid: string
  readonly desiredAPIVersion: string
  /** The JSON texts of the objects. They are not checked. */
  readonly objects: readonly string[]
}

/**
 * Reads a ConversionReview of apiextensions.k8s.io/v1 or v1beta1, which have the same fields; one without `apiVersion` and `kind`
 * is of v1. Rejects with a RequestBodyError with code 400 if the text is not JSON, of another kind, or without a request.
 *
 * The list of objects may be long: `pause` is called after each one. They are divided, but not parsed, so that each one can be
 * parsed when it is converted. This is also how the digits of an integer are found in its object, and not in the whole list.
 */
export async function decodeConversionReview(text: string, pause: Pause): Promise<ConversionReview> {
  const { envelope, objects } = (await divide(text, pause)) ?? { envelope: text, objects: [] }
  const { apiVersion, request } = reviewRequest(parseJsonObject(envelope), KIND, 'apiextensions.k8s.io')
  if (!Array.isArray(request.objects ?? [])) throw new RequestBodyError(400, 'request.objects must be a list')
  return {
    apiVersion,
    uid: textMember(request, 'uid'),
    desiredAPIVersion: textMember(request, 'desiredAPIVersion'),
    objects,
  }
}

const OBJECTS: readonly [string, string] = ['request', 'objects']

/** A review whose list of objects is empty, and the texts of the objects. Undefined if there is no list, or no JSON. */
async function divide(
  text: string,
  pause: Pause,
): Promise<{ envelope: string; objects: readonly string[] } | undefined> {
  try {
    const start = findPath(text, skipSpace(text, 0), OBJECTS)
    const divided = await divideAt(text, start, pause)
    const last = divided && pathRange(divided.envelope, OBJECTS)?.start
    // Of members with the same name, the last one counts.
    if (last === start) return divided
    return await divideAt(text, pathRange(text, OBJECTS)?.start ?? -1, pause)
  } catch {
    // JSON.parse says what is wrong.
    return undefined
  }
}

async function divideAt(
  text: string,
  start: number,
  pause: Pause,
): Promise<{ envelope: string; objects: readonly string[] } | undefined> {
  if (text[start] !== '[') return undefined
  const objects: string[] = []
  let end = skipSpace(text, start + 1)
  for (const item of itemTexts(text, start)) {
    objects.push(item.text)
    end = item.end
    await pause()
  }
  return { envelope: `${text.slice(0, start)}[]${text.slice(end + 1)}`, objects }
}

function textMember(request: JsonObject, name: string): string {
  const value = request[name] ?? ''
  if (typeof value === 'string') return value
  throw new RequestBodyError(400, `request.${name} must be a string`)
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
