/**
 * How an apiserver uses a conversion webhook: a port of `webhookConverter.Convert` of apiextensions-apiserver 1.37
 * (`pkg/apiserver/conversion/webhook_converter.go`), with its names and its texts.
 */

type Json = Record<string, unknown>

export interface ReviewRequest {
  readonly uid: string
  readonly desiredAPIVersion: string
  readonly objects: readonly Json[]
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (object: Json, ...path: string[]): string => {
  let value: unknown = object
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return typeof value === 'string' ? value : ''
}

/** The objects of a list that are not in the version yet. */
export const getObjectsToConvert = (items: readonly Json[], apiVersion: string): readonly Json[] =>
  items.filter(item => text(item, 'apiVersion') !== apiVersion)

/** Checks the text of a response, and returns its objects as the apiserver uses them. */
export function useResponse(request: ReviewRequest, responseText: string): readonly Json[] {
  const converted = getConvertedObjectsFromResponse(request.uid, JSON.parse(responseText))
  if (converted.length !== request.objects.length) {
    throw new Error(`returned ${converted.length} objects, expected ${request.objects.length}`)
  }
  return request.objects.map((original, index) => {
    try {
      return restored(original, converted[index], request.desiredAPIVersion)
    } catch (error) {
      throw new Error(`invalid converted object at index ${index}: ${String(error)}`)
    }
  })
}

/** The list after a conversion: converted objects in the places of their originals. */
export function mergeConverted(
  items: readonly Json[],
  apiVersion: string,
  converted: readonly Json[],
): readonly Json[] {
  const rest = [...converted]
  return items.map(item => (text(item, 'apiVersion') === apiVersion ? item : (rest.shift() ?? {})))
}

function getConvertedObjectsFromResponse(expectedUID: string, review: unknown): readonly unknown[] {
  if (!isObject(review)) throw new Error('no review')
  const gvk = `${text(review, 'apiVersion')}, Kind=${text(review, 'kind')}`
  if (gvk !== 'apiextensions.k8s.io/v1, Kind=ConversionReview') {
    throw new Error(`expected webhook response of apiextensions.k8s.io/v1, Kind=ConversionReview, got ${gvk}`)
  }
  const { response } = review
  if (!isObject(response)) throw new Error('no response provided')
  if (response.uid !== expectedUID) {
    throw new Error(`expected response.uid="${expectedUID}", got "${String(response.uid)}"`)
  }
  if (text(response, 'result', 'status') !== 'Success') {
    const message = text(response, 'result', 'message')
    throw new Error(
      message || `response.result.status was '${text(response, 'result', 'status')}', not 'Success'`,
    )
  }
  return Array.isArray(response.convertedObjects) ? response.convertedObjects : []
}

function restored(original: Json, converted: unknown, desiredAPIVersion: string): Json {
  if (!isObject(converted)) throw new Error(`json: cannot unmarshal ${typeof converted}`)
  const [expected, received] = [desiredAPIVersion, text(converted, 'apiVersion')]
  if (expected !== received)
    throw new Error(`invalid groupVersion (expected ${expected}, received ${received})`)
  validateConvertedObject(original, converted)
  return { ...converted, metadata: restoreObjectMeta(original, converted) }
}

function validateConvertedObject(original: Json, converted: Json): void {
  for (const path of [['kind'], ['metadata', 'name'], ['metadata', 'namespace'], ['metadata', 'uid']]) {
    const [e, a] = [text(original, ...path), text(converted, ...path)]
    if (e !== a) throw new Error(`must have the same ${path.at(-1)}: ${e} != ${a}`)
  }
}

function restoreObjectMeta(original: Json, converted: Json): Json {
  if (!('metadata' in converted)) throw new Error('missing metadata in converted object')
  const { metadata: response } = converted
  if (!isObject(response)) throw new Error(`invalid metadata of type ${typeof response} in converted object`)
  const metadata = structuredClone(original.metadata ?? {}) as Json
  for (const field of ['labels', 'annotations']) restoreField(field, metadata, response)
  return metadata
}

function restoreField(field: string, metadata: Json, response: Json): void {
  const before = metadata[field]
  const after = Object.hasOwn(response, field) ? response[field] : undefined
  delete metadata[field]
  if (after === undefined || after === null) return
  if (!isObject(after))
    throw new Error(`invalid metadata.${field} of type ${typeof after} in converted object`)
  for (const [key, value] of Object.entries(after)) {
    if (typeof value !== 'string')
      throw new Error(`metadata.${field}[${key}] must be a string, but is ${typeof value}`)
  }
  if (isChanged(before, after)) validateField(field, after as Record<string, string>)
  metadata[field] = after
}

function isChanged(before: unknown, after: Json): boolean {
  const original = isObject(before) ? before : {}
  const names = Object.keys(after)
  return names.length !== Object.keys(original).length || names.some(name => original[name] !== after[name])
}

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const PREFIX = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/

function isQualifiedName(key: string): boolean {
  const parts = key.split('/')
  const name = parts.pop() ?? ''
  const prefix = parts.pop()
  if (parts.length > 0 || name.length > 63 || !NAME.test(name)) return false
  return prefix === undefined || (prefix.length <= 253 && PREFIX.test(prefix))
}

function validateField(field: string, texts: Readonly<Record<string, string>>): void {
  let size = 0
  for (const [key, value] of Object.entries(texts)) {
    if (!isQualifiedName(field === 'labels' ? key : key.toLowerCase()))
      throw new Error(`${field}: Invalid value: ${key}`)
    if (field === 'labels' && value !== '' && (value.length > 63 || !NAME.test(value))) {
      throw new Error(`${field}: Invalid value: ${value}`)
    }
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (field === 'annotations' && size > 256 * 1024) throw new Error(`${field}: Too long`)
}
