import { UsageError } from '@kube-informer/core'
import { errorMessage } from '@kube-informer/core/internal'
import { isJsonObject, isSameJson } from '../api/json-value.ts'
import type { PatchOperation } from './admission-response.ts'

/**
 * Applies a JSON patch (RFC 6902), and returns a new value that shares what has not changed with the old one. Throws a UsageError
 * that names the operation if one does not apply.
 */
export const applyPatch = (document: unknown, operations: readonly PatchOperation[]): unknown =>
  operations.reduce(applied, document)

function applied(document: unknown, operation: PatchOperation): unknown {
  const at = stepsOf(operation.path)
  try {
    if (operation.op === 'add') return added(document, at, operation.value)
    if (operation.op === 'remove') return removed(document, at)
    if (operation.op === 'replace') return replaced(document, at, operation.value)
    if (operation.op === 'copy') return added(document, at, valueAt(document, stepsOf(operation.from)))
    if (operation.op === 'move') {
      const from = stepsOf(operation.from)
      return added(removed(document, from), at, valueAt(document, from))
    }
    if (isSameJson(valueAt(document, at), operation.value)) return document
    throw new UsageError('the value differs')
  } catch (cause) {
    const { op, path } = operation
    throw new UsageError(`the patch does not apply: ${op} ${path}: ${errorMessage(cause)}`, { cause })
  }
}

type Steps = readonly string[]

const stepsOf = (pointer: string): Steps =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const valueAt = (document: unknown, steps: Steps): unknown => steps.reduce(memberAt, document)

function memberAt(container: unknown, step: string): unknown {
  const member = Array.isArray(container) ? container[indexOf(container, step)] : entry(container, step)
  if (member === undefined) throw new UsageError(`there is no ${step}`)
  return member
}

const entry = (container: unknown, name: string): unknown =>
  isJsonObject(container) && Object.hasOwn(container, name) ? container[name] : undefined

/** A list also has the negative indexes that the apiserver's patch library accepts. */
function indexOf(list: readonly unknown[], step: string): number {
  if (!/^-?(?:0|[1-9]\d*)$/.test(step)) throw new UsageError(`${step} is no index`)
  return Number(step) < 0 ? list.length + Number(step) : Number(step)
}

const added = (document: unknown, steps: Steps, value: unknown): unknown =>
  edited(document, steps, value, (list, step) => {
    const index = step === '-' ? list.length : indexOf(list, step)
    if (index < 0 || index > list.length) throw new UsageError(`there is no ${step}`)
    return list.toSpliced(index, 0, value)
  })

const replaced = (document: unknown, steps: Steps, value: unknown): unknown => {
  valueAt(document, steps)
  return edited(document, steps, value, (list, step) => list.with(indexOf(list, step), value))
}

const removed = (document: unknown, steps: Steps): unknown => {
  valueAt(document, steps)
  return edited(document, steps, undefined, (list, step) => list.toSpliced(indexOf(list, step), 1))
}

/** Puts a value at the end of the path; undefined removes it. `editList` does it for the item of a list. */
function edited(
  container: unknown,
  [step, ...rest]: Steps,
  value: unknown,
  editList: (list: readonly unknown[], step: string) => readonly unknown[],
): unknown {
  if (step === undefined) return value
  const isLast = rest.length === 0
  const inner = isLast ? value : edited(memberAt(container, step), rest, value, editList)
  if (Array.isArray(container))
    return isLast ? editList(container, step) : container.with(indexOf(container, step), inner)
  if (!isJsonObject(container)) throw new UsageError(`${step} has no parent`)
  const members = Object.entries(container).filter(([name]) => name !== step)
  return Object.fromEntries(inner === undefined ? members : [...members, [step, inner]])
}
