import { UsageError } from '../api/errors.ts'
import { isJsonObject, type JsonObject } from './json-value.ts'

/** The steps of a pointer (RFC 6901). The first one is "", the name of the document in an object around it. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer.split('/').map(step => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a pointer. */
export const valueAt = (root: unknown, pointer: string, lenient: boolean | undefined): unknown =>
  stepsOf(pointer).reduce((container, step) => valueIn(container, step, lenient), root)

/** A copy of a container with a change at some steps, which shares all else. */
export function changed(
  container: unknown,
  [step = '', ...rest]: readonly string[],
  change: 'add' | 'replace' | 'remove',
  lenient: boolean | undefined,
  value?: unknown,
): unknown {
  if (rest.length > 0)
    return changed(
      container,
      [step],
      'replace',
      lenient,
      changed(valueIn(container, step, lenient), rest, change, lenient, value),
    )
  const added = change === 'add' ? 1 : 0
  if (Array.isArray(container)) {
    const values = change === 'remove' ? [] : [value]
    return container.toSpliced(indexIn(container, step, added, lenient), 1 - added, ...values)
  }
  // A member may be absent where one is added, and not where it is removed.
  valueIn(container, step, change === 'replace' ? lenient : change === 'add')
  const { [step]: _before, ...others } = container as JsonObject
  // A computed key creates a member, even `__proto__`.
  return change === 'remove' ? others : { ...(container as JsonObject), [step]: value }
}

/** The value at a step. Leniently, an absent member is null. */
function valueIn(container: unknown, step: string, lenient: boolean | undefined): unknown {
  if (Array.isArray(container)) return container[indexIn(container, step, 0, lenient)]
  if (!isJsonObject(container)) throw new UsageError(`${step} has no parent`)
  if (Object.hasOwn(container, step)) return container[step]
  if (lenient) return null
  throw new UsageError(`there is no ${step}`)
}

/** @param added 1 for an item that is added: at the length, which `-` and -1 are too, or before another one */
function indexIn(
  { length }: readonly unknown[],
  step: string,
  added: number,
  lenient: boolean | undefined,
): number {
  if (added && step === '-') return length
  const syntax = lenient ? /^[+-]?\d+$/ : /^(?:0|-?[1-9]\d*)$/
  if (!syntax.test(step)) throw new UsageError(`an index is expected, got ${step}`)
  const number = Number(step)
  const index = number < 0 ? number + length + added : number
  // Strictly, there must be an item from which a negative index counts.
  if (index < (number < 0 && !lenient ? added : 0) || index >= length + added)
    throw new UsageError(`there is no ${step}`)
  return index
}
