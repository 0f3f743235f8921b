import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { draftOf } from '../../api/draft.ts'
import { isJsonObject, isSameJson } from '../../api/json-value.ts'
import type { PatchOperation } from '../json/patch-operation.ts'

/** Has the document as its member named "", which the first step of each pointer names. */
type Root = Readonly<Record<'', unknown>>

/**
 * Applies a JSON patch (RFC 6902), and returns a new value. Throws a UsageError that names the operation if one does not apply.
 */
export function applyPatch(document: unknown, operations: readonly PatchOperation[]): unknown {
  const root: Root = { '': draftOf(document) }
  for (const operation of operations) {
    try {
      apply(root, operation)
    } catch (cause) {
      const { op, path } = operation
      throw new UsageError(`the patch does not apply: ${op} ${path}: ${errorMessage(cause)}`, { cause })
    }
  }
  return root['']
}

function apply(root: Root, operation: PatchOperation): void {
  const { op, path } = operation
  if (op === 'test') {
    if (!isSameJson(valueAt(root, path), operation.value)) throw new UsageError('the value differs')
  } else if (op === 'move' || op === 'copy') {
    const value = draftOf(valueAt(root, operation.from))
    if (op === 'move') put(root, operation.from, 'remove')
    put(root, path, 'add', value)
  } else put(root, path, op, op === 'remove' ? undefined : operation.value)
}

function put(root: Root, path: string, op: 'add' | 'replace' | 'remove', value?: unknown): void {
  const steps = stepsOf(path)
  const last = steps.pop() ?? ''
  const parent = steps.reduce<unknown>(memberAt, root)
  if (op !== 'add') memberAt(parent, last)
  if (Array.isArray(parent)) {
    const index = op === 'add' && last === '-' ? parent.length : indexIn(parent, last)
    if (index < 0 || index > parent.length) throw new UsageError(`there is no ${last}`)
    if (op === 'add') parent.splice(index, 0, value)
    else if (op === 'replace') parent[index] = value
    else parent.splice(index, 1)
  } else if (!isJsonObject(parent)) throw new UsageError(`${last} has no parent`)
  else if (op === 'remove') Reflect.deleteProperty(parent, last)
  // An assignment to `__proto__` would set the prototype.
  else Object.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true })
}

const stepsOf = (pointer: string): string[] =>
  pointer.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (root: Root, pointer: string): unknown => stepsOf(pointer).reduce<unknown>(memberAt, root)

function memberAt(container: unknown, step: string): unknown {
  const name = Array.isArray(container) ? indexIn(container, step) : step
  if (typeof container !== 'object' || container === null || !Object.hasOwn(container, name))
    throw new UsageError(`there is no ${step}`)
  return Reflect.get(container, name)
}

/** Also negative indexes, which the apiserver's patch library accepts. */
function indexIn(list: readonly unknown[], step: string): number {
  if (!/^(?:0|-?[1-9]\d*)$/.test(step)) throw new UsageError(`${step} is no index`)
  return Number(step) < 0 ? list.length + Number(step) : Number(step)
}
