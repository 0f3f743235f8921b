import { apiVersionOf, UsageError } from '@kube-informer/core'
import { abortable } from '@kube-informer/core/internal'
import { draftOf } from '../../api/draft.ts'
import { isThenable } from '../../api/is-thenable.ts'
import { isJsonObject, type JsonObject, memberOf } from '../../api/json-value.ts'
import { parseJson } from '../body/parse-json-object.ts'
import { type GroupVersionKind, parseGroupVersionKind } from '../group-version-kind.ts'
import { ExactIntegers } from '../json/exact-integers.ts'
import { exactJson } from '../json/exact-json.ts'
import type { ConversionContext } from './conversion.ts'
import { ConversionError } from './conversion-error.ts'
import type { ConversionRoutes, ConversionStep } from './conversion-routes.ts'
import { convertedMetadata } from './converted-metadata.ts'

/**
 * Converts the JSON text of one object.
 *
 * Throws a RequestBodyError if the text is no JSON, a ConversionError if the object has no conversion or the converter returned
 * what the apiserver refuses, and what a converter throws.
 */
export async function convertObject(
  text: string,
  routes: ConversionRoutes,
  context: ConversionContext,
): Promise<string> {
  const original = originalOf(parseJson(text))
  const [first, second] = routes.steps(kindOf(original), desiredKind(original, context))
  let object = first ? await convertStep(original, first, context) : original
  // What a converter returned may be shared with other objects.
  if (second) object = await convertStep(draftOf(object), second, context)
  return textOf(object, text)
}

function originalOf(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new ConversionError('the value must be an object')
  if (!isJsonObject(memberOf(value, 'metadata') ?? {}))
    throw new ConversionError('metadata must be an object')
  return value
}

function kindOf(object: JsonObject): GroupVersionKind {
  const [apiVersion, kind] = [memberOf(object, 'apiVersion'), memberOf(object, 'kind')]
  if (typeof kind !== 'string' || kind === '') throw new ConversionError('the object has no kind')
  if (typeof apiVersion !== 'string') throw new ConversionError('the object has no apiVersion')
  return versioned(apiVersion, kind, 'the apiVersion of the object')
}

const desiredKind = (object: JsonObject, { desiredAPIVersion }: ConversionContext): GroupVersionKind =>
  versioned(desiredAPIVersion, String(memberOf(object, 'kind')), 'desiredAPIVersion')

function versioned(apiVersion: string, kind: string, name: string): GroupVersionKind {
  const found = parseGroupVersionKind(apiVersion, kind)
  if (found) return found
  throw new ConversionError(`${name} must be an API version, got ${JSON.stringify(apiVersion)}`)
}

async function convertStep(
  object: JsonObject,
  { convert, to }: ConversionStep,
  context: ConversionContext,
): Promise<JsonObject> {
  const metadata = memberOf(object, 'metadata')
  // The converter may change what it gets.
  const original = isJsonObject(metadata) ? draftOf(metadata) : {}
  const answer = convert(object as never, context)
  const converted = isThenable(answer) ? await abortable(Promise.resolve(answer), context.signal) : answer
  if (!isJsonObject(converted)) {
    throw new UsageError(
      `the converter to ${apiVersionOf(to)} returned ${describe(converted)}, and not an object`,
    )
  }
  const head = {
    apiVersion: apiVersionOf(to),
    kind: to.kind,
    metadata: convertedMetadata(original, memberOf(converted, 'metadata') ?? undefined),
  }
  return { ...head, ...converted, ...head }
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an instance of a class'
  return value === undefined || value === null ? `${value}` : `a ${typeof value}`
}

function textOf(object: JsonObject, original: string): string {
  try {
    return exactJson(object, new ExactIntegers(() => original))
  } catch (error) {
    if (error instanceof UsageError) throw new ConversionError(error.message, { cause: error })
    throw error
  }
}
