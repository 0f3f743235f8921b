import { isJsonObject } from '../api/json-value.ts'
import type { PatchOperation } from './admission-response.ts'

const isPointer = (value: unknown): boolean =>
  typeof value === 'string' && /^(?:\/(?:[^~/]|~[01])*)*$/.test(value)

const HAS_OPERANDS: Readonly<Record<string, (operation: object) => boolean>> = {
  add: operation => Object.hasOwn(operation, 'value'),
  replace: operation => Object.hasOwn(operation, 'value'),
  test: operation => Object.hasOwn(operation, 'value'),
  remove: () => true,
  move: operation => 'from' in operation && isPointer(operation.from),
  copy: operation => 'from' in operation && isPointer(operation.from),
}

/** The operations of a text that is a JSON patch (RFC 6902). Throws a TypeError that names the first that is none. */
export function checkPatch(text: string): readonly PatchOperation[] {
  const operations: unknown = JSON.parse(text)
  if (!Array.isArray(operations)) throw new TypeError('the patch is no list of operations')
  const index = operations.findIndex(operation => !isOperation(operation))
  if (index >= 0)
    throw new TypeError(`operation ${index} of the patch is not valid: it needs op, path, and value or from`)
  return operations as readonly PatchOperation[]
}

function isOperation(operation: unknown): boolean {
  if (!isJsonObject(operation) || typeof operation.op !== 'string' || !isPointer(operation.path)) return false
  return Object.hasOwn(HAS_OPERANDS, operation.op) && HAS_OPERANDS[operation.op]?.(operation) === true
}
