import type { PatchOperation } from '../webhook/json/patch-operation.ts'

/** What a difference consists of: it needs no `copy`, `move` and `test`. */
type Difference = Extract<PatchOperation, { readonly op: 'add' | 'replace' | 'remove' }>

type Container = Record<string, unknown> | unknown[]

/**
 * Applies a JSON patch to a JSON text, step by step as RFC 6902 says: a missing parent, an index past the end, and a
 * `replace` or `remove` of what is missing are errors.
 */
export function applyJsonPatch(text: string, patch: readonly PatchOperation[]): unknown {
  // The server receives the patch as text, so members that are undefined do not arrive.
  const operations: readonly Difference[] = JSON.parse(JSON.stringify(patch))
  return operations.reduce<unknown>(applyOperation, JSON.parse(text))
}

function applyOperation(document: unknown, operation: Difference): unknown {
  if (operation.op !== 'remove' && !Object.hasOwn(operation, 'value'))
    throw new Error(`${operation.path} has no value`)
  const holder = { root: document }
  const [last = '', ...parents] = ['root', ...stepsOf(operation.path)].reverse()
  const parent = parents.reverse().reduce<unknown>(member, holder)
  change(parent, last, operation)
  return holder.root
}

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

function member(parent: unknown, step: string): unknown {
  if (!isContainer(parent) || !Object.hasOwn(parent, step)) throw new Error(`nothing at ${step}`)
  return Reflect.get(parent, step)
}

function change(parent: unknown, step: string, operation: Difference): void {
  if (!isContainer(parent)) throw new Error(`no parent of ${operation.path}`)
  if (operation.op !== 'add') member(parent, step)
  if (Array.isArray(parent)) changeList(parent, step, operation)
  else if (operation.op === 'remove') Reflect.deleteProperty(parent, step)
  else define(parent, step, operation.value)
}

function changeList(list: unknown[], step: string, operation: Difference): void {
  const index = Number(step)
  if (!/^(0|[1-9]\d*)$/.test(step) || index > list.length) throw new Error(`no index ${step}`)
  const items = operation.op === 'remove' ? [] : [operation.value]
  list.splice(index, operation.op === 'add' ? 0 : 1, ...items)
}

/** An assignment of `__proto__` would set the prototype. */
const define = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null
