import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import { badRequest, failure } from '../status/status-errors.ts'
import { addAt, isAt, readAt, removeAt, replaceAt } from './json-document.ts'
import { jsonTypeName, rejectedPatch } from './patch-errors.ts'

const MAX_OPERATIONS = 10_000
/** The limit of what all `copy` operations add, as JSON: without it, a few of them double an object again and again. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024

interface JsonPatchOptions {
  /** Rejects unknown members of operations, as `fieldValidation` Warn and Strict do. @default true */
  readonly isStrict?: boolean
}

/**
 * RFC 6902 as the server implements it: `replace` may add a member, indexes may be negative, a copy of nothing is null.
 * Throws 400 if the patch is not a list of operations, 413 if it has too many, and 422 for a failing operation. A
 * `null` patch changes nothing.
 */
export function applyJsonPatch(target: unknown, patch: unknown, options: JsonPatchOptions = {}): unknown {
  let copied = 0
  const onCopy = (value: unknown) => {
    copied += new TextEncoder().encode(JSON.stringify(value)).length
    if (copied > MAX_COPIED_BYTES) throw rejectedPatch()
  }
  return operationsOf(patch, options).reduce<unknown>(
    (value, operation) => applyOperation(value, operation, onCopy),
    target,
  )
}

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

function applyOperation(target: unknown, operation: JsonObject, onCopy: (value: unknown) => void): unknown {
  const path = textOf(operation, 'path')
  const value = memberOf(operation, 'value') ?? null
  switch (memberOf(operation, 'op')) {
    case 'add':
      return addAt(target, path, value)
    case 'remove':
      return removeAt(target, path)
    case 'replace':
      return replaceAt(target, path, value)
    case 'copy':
      return copy(target, textOf(operation, 'from'), path, onCopy)
    case 'move':
      return move(target, textOf(operation, 'from'), path)
    case 'test':
      if (!isAt(target, path, value)) throw rejectedPatch()
      return target
    default:
      throw rejectedPatch()
  }
}

function copy(target: unknown, from: string, path: string, onCopy: (value: unknown) => void): unknown {
  const value = readAt(target, from)
  onCopy(value)
  return addAt(target, path, value)
}

function move(target: unknown, from: string, path: string): unknown {
  const value = readAt(target, from)
  return addAt(removeAt(target, from), path, value)
}

function textOf(operation: JsonObject, name: string): string {
  const value = memberOf(operation, name)
  if (typeof value !== 'string') throw rejectedPatch()
  return value
}
