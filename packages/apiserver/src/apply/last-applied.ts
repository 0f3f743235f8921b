import { compareText, goJson } from '../json/go-order.ts'
import { isObject, type JsonObject, memberOf, withMember } from '../json/json-value.ts'
import { compareTyped } from './compare.ts'
import { fieldSetOf } from './extract-set.ts'
import type { FieldSet } from './field-set.ts'
import { type FieldWrite, metadataOf } from './field-write.ts'
import { ItemError } from './list-items.ts'
import { typeOf } from './schema-type.ts'
import { TypedValueError } from './type-error.ts'
import { checkTyped } from './validate-typed.ts'

/** The annotation in which kubectl stored what it applied client-side. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const MAX_ANNOTATIONS_BYTES = 256 * 1024

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const annotations = memberOf(metadataOf(object), 'annotations')
  return isObject(annotations) ? annotations : undefined
}

function lastAppliedOf(object: JsonObject): string | undefined {
  const annotations = annotationsOf(object)
  const text = annotations && memberOf(annotations, LAST_APPLIED)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/**
 * The fields that kubectl applied client-side and that still have the applied values: a server-side apply by kubectl
 * may take them over without `force`. Undefined if the annotation is absent or unusable.
 */
export function takenOverFromKubectl(write: FieldWrite, live: JsonObject): FieldSet | undefined {
  const applied = parse(lastAppliedOf(live))
  if (!applied || memberOf(applied, 'apiVersion') !== write.apiVersion) return undefined
  const type = typeOf(write.schema)
  try {
    checkTyped(applied, type)
    const { added, modified, removed } = compareTyped(applied, live, type)
    return fieldSetOf(applied, type).difference(modified).difference(added).difference(removed)
  } catch (error) {
    if (error instanceof TypedValueError || error instanceof ItemError) return undefined
    throw error
  }
}

function parse(text: string | undefined): JsonObject | undefined {
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Updates kubectl's annotation on a server-side apply by kubectl; removes it if it would be too long. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (lastAppliedOf(object) === undefined) return object
  const annotations = withMember(annotationsOf(object) ?? {}, LAST_APPLIED, `${sortedJson(bare(config))}\n`)
  const fitting =
    sizeOf(annotations) > MAX_ANNOTATIONS_BYTES
      ? withMember(annotations, LAST_APPLIED, undefined)
      : annotations
  return withMember(object, 'metadata', withMember(metadataOf(object), 'annotations', fitting))
}

/** A configuration without the annotation. */
function bare(config: JsonObject): JsonObject {
  const annotations = annotationsOf(config)
  if (!annotations || !Object.hasOwn(annotations, LAST_APPLIED)) return config
  const rest = withMember(annotations, LAST_APPLIED, undefined)
  return withMember(config, 'metadata', withMember(metadataOf(config), 'annotations', rest))
}

function sizeOf(annotations: JsonObject): number {
  const text = Object.entries(annotations).flat().join('')
  return new TextEncoder().encode(text).length
}

/** JSON with sorted members, as Go encodes maps. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`
  if (!isObject(value)) return goJson(value)
  const members = Object.entries(value).sort(([a], [b]) => compareText(a, b))
  return `{${members.map(([name, item]) => `${goJson(name)}:${sortedJson(item)}`).join(',')}}`
}
