import type { PatchOperation } from '../patch/patch-operation.ts'

/** The operations that change one place. */
export type Difference = Extract<PatchOperation, { readonly op: 'add' | 'replace' | 'remove' }>

type Container = Record<string, unknown> | unknown[]

/**
 * Applies a JSON patch to a JSON text, step by step as RFC 6902 says: a missing parent, an index past the end, and a
 * `replace` or `remove` of what is missing are errors.
 */
export function naiveJsonPatch(text: string, operations: readonly Difference[]): unknown {
  const holder: { readonly root: unknown } = { root: JSON.parse(text) }
  for (const operation of operations) applyOperation(holder, operation)
  return holder.root
}

function applyOperation(holder: object, operation: Difference): void {
  const [last = '', ...parents] = ['root', ...stepsOf(operation.path)].reverse()
  const parent = parents.reverse().reduce<unknown>(member, holder)
  change(parent, last, operation)
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
  const index = operation.op === 'add' && step === '-' ? list.length : Number(step)
  if (!/^(0|[1-9]\d*|-)$/.test(step) || !(index <= list.length)) throw new Error(`no index ${step}`)
  const items = operation.op === 'remove' ? [] : [operation.value]
  list.splice(index, operation.op === 'add' ? 0 : 1, ...items)
}

/** An assignment of `__proto__` would set the prototype. */
const define = (object: object, name: string, value: unknown) =>
  Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null
