import type { PatchOperation } from '@kube-informer/core/patch'
import { isJsonObject } from '../../api/json-value.ts'

/** The operations of a text that is a JSON patch (RFC 6902). Throws a TypeError that names the first that is none. */
export function checkPatch(text: string): readonly PatchOperation[] {
  const operations: unknown = JSON.parse(text)
  if (!Array.isArray(operations)) throw new TypeError('the patch must be a list of operations')
  const index = operations.findIndex(operation => !isOperation(operation))
  if (index < 0) return operations as readonly PatchOperation[]
  throw new TypeError(`operation ${index} of the patch is not valid: it needs op, path, and value or from`)
}

function isOperation(operation: unknown): boolean {
  if (!isJsonObject(operation) || !isPointer(operation.path)) return false
  const { op, from } = operation
  if (op === 'add' || op === 'replace' || op === 'test') return Object.hasOwn(operation, 'value')
  return op === 'remove' || ((op === 'move' || op === 'copy') && isPointer(from))
}

/** RFC 6901. */
const isPointer = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value)
