import { apiVersionOf } from '@kube-informer/core'
import { applyConfiguration } from '../apply/apply-configuration.ts'
import { deepEqual } from '../json/deep-equal.ts'
import { goValue } from '../json/go-print.ts'
import { isObject } from '../json/json-value.ts'
import type { Kinds } from '../kinds/kinds.ts'
import { type AnyObject, type Fields, fieldsOf, textOf } from '../object/any-object.ts'
import { jsonPatched, unknownOperationFields } from '../patch/json-patch.ts'
import { mergePatched } from '../patch/merge-patch.ts'
import type { Patch } from '../patch/patch.ts'
import { applyStrategicMergePatch } from '../patch/strategic-merge-patch.ts'
import { invalidValue } from '../status/field-errors.ts'
import { badRequest, internalError, invalid } from '../status/status-errors.ts'
import { fieldWriteOf } from './creation.ts'
import { customKindError, customVersionError } from './custom-type.ts'
import { decodeValue, UndecodableError } from './decode-value.ts'
import type { Target, Writing } from './target.ts'

/** Applies a patch to the stored object; throws the Status errors of a real server. */
export function patched(
  target: Target,
  patch: Patch,
  stored: AnyObject,
  writing: Writing,
  kinds: Kinds,
): AnyObject {
  const isStrict = writing.fieldValidation !== 'Ignore'
  const value = patchedValue(target, patch, stored, isStrict)
  // Messages show a strategic patch itself; for other types, its result.
  const shown = patch.type === 'strategic' ? goValue(patch.value) : sortedJson(value, !target.kind.isBuiltIn)
  const refuse = (message: string) =>
    invalid({ kind: '', group: '' }, '', [invalidValue('patch', shown, message)])
  try {
    const isUnstructured = patch.type === 'strategic'
    const { object, unknownFields } = decodeValue(value, target, kinds, { isUnstructured })
    checkCustomType(target, object)
    const problems = isStrict ? problemsOf(patch, unknownFields) : []
    if (problems.length > 0 && writing.fieldValidation === 'Strict')
      throw refuse(`strict decoding error: ${problems.join(', ')}`)
    for (const problem of problems) writing.warn(problem)
    return object
  } catch (error) {
    throw error instanceof UndecodableError ? refuse(error.message) : error
  }
}

/** Applies a configuration to the stored object, or to none. */
export function applied(
  target: Target,
  { value: config, duplicates }: Patch,
  stored: AnyObject | undefined,
  writing: Writing,
  now: number,
  kinds: Kinds,
): AnyObject {
  const write = fieldWriteOf(target, writing, now)
  const value = applyConfiguration({ live: stored, config, force: writing.force, ...write })
  judgeDuplicates(duplicates, writing)
  // No defaults are set if nothing changes.
  if (stored && deepEqual(value, stored)) return stored
  try {
    return decodeValue(value, target, kinds, { keepsNulls: true, isUnstructured: true }).object
  } catch (error) {
    throw error instanceof UndecodableError ? unconvertible(target, config, error.message) : error
  }
}

/** The error of a result that cannot be decoded. */
function unconvertible({ kind }: Target, config: unknown, why: string): Error {
  const { name, namespace } = fieldsOf(fieldsOf(config).metadata)
  const type = `${apiVersionOf(kind.resource)}, Kind=${kind.resource.kind}`
  const shown = kind.resource.group ? type : `/${type}`
  return internalError(
    `failed to convert new object (${textOf(namespace)}/${textOf(name)}; ${shown}) to proper version: unable to convert unstructured object to ${shown}: ${why}`,
  )
}

/** Reports duplicate members with YAML's message: `line 1: key "a" already set in map`. */
function judgeDuplicates(duplicates: readonly string[], { fieldValidation, warn }: Writing): void {
  if (duplicates.length === 0 || fieldValidation === 'Ignore') return
  if (fieldValidation === 'Warn') for (const duplicate of duplicates) warn(duplicate)
  else
    throw badRequest(
      `error strict decoding patch: error converting YAML to JSON: yaml: unmarshal errors:\n${duplicates.map(line => `  ${line}`).join('\n')}`,
    )
}

function patchedValue({ schema }: Target, patch: Patch, stored: AnyObject, isStrict: boolean): unknown {
  switch (patch.type) {
    case 'json':
      return jsonPatched(stored, patch.value, { isStrict })
    case 'strategic':
      return schema
        ? applyStrategicMergePatch(stored, patch.value, schema)
        : mergePatched(stored, patch.value, { isStrict })
    default:
      return mergePatched(stored, patch.value, { isStrict })
  }
}

function checkCustomType({ kind, schema }: Target, object: AnyObject): void {
  if (kind.isBuiltIn || !schema) return
  const error = customKindError(kind, object) ?? customVersionError(kind, object)
  if (error) throw error
}

/** The problems of a patch, as texts for warnings and strict errors. */
function problemsOf({ type, value, duplicates }: Patch, unknownFields: readonly string[]): readonly string[] {
  return [
    ...duplicates.map(
      path => `${type === 'json' ? 'json patch ' : ''}duplicate field ${JSON.stringify(path)}`,
    ),
    ...(type === 'json' ? unknownOperationFields(value) : []),
    ...unknownFields.map(path => `unknown field ${JSON.stringify(path)}`),
  ]
}

/** A patch result as messages print it: with sorted members; for built-in kinds only the top level is sorted. */
function sortedJson(value: unknown, isDeep: boolean): string {
  return JSON.stringify(sorted(fieldsOf(value), isDeep))
}

function sorted(fields: Fields, isDeep: boolean): Fields {
  const members = Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(members.map(([name, value]) => [name, isDeep ? sortedWithin(value) : value]))
}

function sortedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedWithin)
  return isObject(value) ? sorted(value, true) : value
}
