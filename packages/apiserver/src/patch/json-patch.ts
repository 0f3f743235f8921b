import { UsageError } from '@kube-informer/core'
import { applyJsonPatch, type PatchOperation, readPointer } from '@kube-informer/core/patch'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { badRequest, failure } from '../status/status-errors.ts'
import { jsonTypeName, rejectedPatch } from './patch-errors.ts'

const MAX_OPERATIONS = 10_000
/** The limit of what all `copy` operations add, as JSON: without it, a few of them double an object again and again. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024

interface JsonPatchOptions {
  /** Rejects unknown members of operations, as `fieldValidation` Warn and Strict do. @default true */
  readonly isStrict?: boolean
}

/**
 * RFC 6902 as the server implements it. Throws 400 if the patch is not a list of operations, 413 if it has too many, and 422
 * for a failing operation. A `null` patch changes nothing.
 */
export function jsonPatched(target: unknown, patch: unknown, options: JsonPatchOptions = {}): unknown {
  const operations = operationsOf(patch, options).map(preparedOperation)
  try {
    return applied(target, operations)
  } catch (error) {
    throw error instanceof UsageError ? rejectedPatch() : error
  }
}

function applied(target: unknown, operations: readonly PatchOperation[]): unknown {
  let [value, copied] = [target, 0]
  for (const operation of operations) {
    if (operation.op === 'copy') copied += bytesOf(readPointer(value, operation.from, { lenient: true }))
    if (copied > MAX_COPIED_BYTES) throw rejectedPatch()
    value = applyJsonPatch(value, [operation], { lenient: true })
  }
  return value
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** Warnings about unknown members of operations. */
export function unknownOperationFields(patch: unknown): readonly string[] {
  if (!Array.isArray(patch)) return []
  return patch.flatMap((operation: unknown, index) =>
    Object.keys(isObject(operation) ? operation : {})
      .filter(name => !FIELDS.has(name))
      .map(name => `json patch unknown field "[${index}].${name}"`),
  )
}

const FIELDS = new Set(['op', 'path', 'from', 'value'])
const TEXTS = new Set(['op', 'path', 'from'])

function operationsOf(patch: unknown, { isStrict = true }: JsonPatchOptions): readonly JsonObject[] {
  if (patch === null) return []
  const list = isStrict ? '[]handlers.jsonPatchOp' : 'jsonpatch.Patch'
  if (!Array.isArray(patch)) throw undecodable(patch, `value of type ${list}`, isStrict)
  const operations = patch.map((item: unknown) => operationOf(item, isStrict))
  if (operations.length > MAX_OPERATIONS) throw tooMany(operations.length)
  return operations
}

function operationOf(item: unknown, isStrict: boolean): JsonObject {
  if (item === null) return {}
  const type = isStrict ? 'handlers.jsonPatchOp' : 'jsonpatch.Operation'
  if (!isObject(item)) throw undecodable(item, `value of type ${type}`, isStrict)
  for (const [name, value] of isStrict ? Object.entries(item) : [])
    if (TEXTS.has(name) && value !== null && typeof value !== 'string')
      throw undecodable(value, `struct field jsonPatchOp.${name} of type string`, isStrict)
  return item
}

function undecodable(value: unknown, into: string, isStrict: boolean): Error {
  const text = `json: cannot unmarshal ${jsonTypeName(value)} into Go ${into}`
  return badRequest(isStrict ? `error decoding patch: ${text}` : text)
}

const tooMany = (count: number): Error =>
  failure({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${count}`,
  })

/** The operation, if it can be one. A missing value is null. */
function preparedOperation(operation: JsonObject): PatchOperation {
  const op = memberOf(operation, 'op')
  const value = memberOf(operation, 'value') ?? null
  // Only a test, and a replacement by an object or a list, may concern the whole value.
  const mayBeWhole = op === 'test' || (op === 'replace' && typeof value === 'object' && value !== null)
  const path = mayBeWhole && memberOf(operation, 'path') === '' ? '' : pointerOf(operation, 'path')
  switch (op) {
    case 'add':
    case 'replace':
    case 'test':
      return { op, path, value }
    case 'remove':
      return { op, path }
    case 'copy':
    case 'move':
      return { op, path, from: pointerOf(operation, 'from') }
    default:
      throw rejectedPatch()
  }
}

/** A pointer to a part of the value. A server ignores the text before the first slash. */
function pointerOf(operation: JsonObject, name: 'path' | 'from'): string {
  const pointer = memberOf(operation, name)
  if (typeof pointer !== 'string' || !pointer.includes('/')) throw rejectedPatch()
  return pointer.slice(pointer.indexOf('/'))
}
