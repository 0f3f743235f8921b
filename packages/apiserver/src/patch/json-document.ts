import { deepEqual } from '../json/deep-equal.ts'
import { isObject, memberOf, withMember } from '../json/json-value.ts'
import { arrayIndex, pointerSteps } from './json-pointer.ts'
import { rejectedPatch } from './patch-errors.ts'

type Container = Readonly<Record<string, unknown>> | readonly unknown[]

/** The location of a pointer: the containers from the root to the innermost one, and the last step. */
interface PointerLocation {
  readonly way: readonly (readonly [Container, step: string])[]
  readonly container: Container
  readonly step: string
}

const isContainer = (value: unknown): value is Container => isObject(value) || Array.isArray(value)

function locate(root: unknown, pointer: string): PointerLocation {
  const steps = pointerSteps(pointer)
  const last = steps?.at(-1)
  if (!steps || last === undefined || !isContainer(root)) throw rejectedPatch()
  const way: [Container, string][] = []
  let container: Container = root
  for (const step of steps.slice(0, -1)) {
    const next = childOf(container, step)
    if (!isContainer(next)) throw rejectedPatch()
    way.push([container, step])
    container = next
  }
  return { way, container, step: last }
}

/** A member, null if absent; or an item, which must exist. */
function childOf(container: Container, step: string): unknown {
  if (isObject(container)) return memberOf(container, step) ?? null
  return container[indexIn(container, step)]
}

function indexIn(container: Container, step: string): number {
  const index = Array.isArray(container) ? arrayIndex(step, container.length) : undefined
  if (index === undefined) throw rejectedPatch()
  return index
}

/** The root with a container on the path replaced. */
const rebuilt = (way: PointerLocation['way'], changed: Container): Container =>
  way.reduceRight<Container>((value, [parent, step]) => replaced(parent, step, value), changed)

function replaced(container: Container, step: string, value: unknown): Container {
  if (isObject(container)) return withMember(container, step, value)
  return container.with(indexIn(container, step), value)
}

/** The value at a pointer. */
export function readAt(root: unknown, pointer: string): unknown {
  const { container, step } = locate(root, pointer)
  return childOf(container, step)
}

/** Adds a value; an item shifts those after it; `-` and -1 append. */
export function addAt(root: unknown, pointer: string, value: unknown): unknown {
  const { way, container, step } = locate(root, pointer)
  if (isObject(container)) return rebuilt(way, withMember(container, step, value))
  const index = step === '-' ? container.length : arrayIndex(step, container.length + 1)
  if (index === undefined) throw rejectedPatch()
  return rebuilt(way, container.toSpliced(index, 0, value))
}

/** Replaces a value. A member may be absent. */
export function replaceAt(root: unknown, pointer: string, value: unknown): unknown {
  if (pointer !== '') {
    const { way, container, step } = locate(root, pointer)
    return rebuilt(way, replaced(container, step, value))
  }
  if (!isContainer(value)) throw rejectedPatch()
  return value
}

/** Removes the value at a pointer, which must exist. */
export function removeAt(root: unknown, pointer: string): unknown {
  const { way, container, step } = locate(root, pointer)
  if (!isObject(container)) return rebuilt(way, container.toSpliced(indexIn(container, step), 1))
  if (!Object.hasOwn(container, step)) throw rejectedPatch()
  return rebuilt(way, withMember(container, step, undefined))
}

/** Whether the value at a pointer is equal to this one; an absent member is null. */
export const isAt = (root: unknown, pointer: string, value: unknown): boolean =>
  deepEqual(pointer === '' ? root : readAt(root, pointer), value)
