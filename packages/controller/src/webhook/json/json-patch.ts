import type { PatchOperation } from '@kube-informer/core/patch'
import {
  isJsonObject,
  isSameJson,
  type JsonObject,
  type LargeIntegers,
  memberOf,
  memberPath,
  refuseUnsafeValues,
} from '../../api/json-value.ts'
import { changedStretches, type Stretch } from './changed-stretches.ts'

/**
 * {@link jsonPatch}, except that an integer that occurs in the text of `before` may be written elsewhere: serialize the patch with
 * `exactJson`.
 */
export function exactPatch(
  before: unknown,
  after: unknown,
  integers?: LargeIntegers,
): readonly PatchOperation[] {
  const differ = new Differ(integers)
  differ.compare(before, after)
  return differ.operations
}

/**
 * The JSON patch (RFC 6902) that turns one JSON value into the other. Empty if both have the same JSON.
 *
 * Only differences are part of the patch: an added subtree is one operation, and items that stay in a list are not
 * written again when others are removed or inserted. An integer beyond 2^53 that was not touched is therefore never
 * written. The order of members does not count, and a member that is undefined is absent.
 *
 * The operations share values with `after`: serialize them before it changes.
 *
 * Throws a UsageError that names the path if an added or changed value is no JSON, or an integer that `JSON.parse` may
 * have rounded.
 *
 * Upstream: `gomodules.xyz/jsonpatch`, which controller-runtime's `PatchResponseFromRaw` uses.
 */
export function jsonPatch(before: unknown, after: unknown): readonly PatchOperation[] {
  return exactPatch(before, after)
}

/** Holds the path of the values that it compares, and builds a text of it only for an operation. */
class Differ {
  readonly operations: PatchOperation[] = []
  readonly #path: (string | number)[] = []
  readonly #integers: LargeIntegers | undefined

  constructor(integers: LargeIntegers | undefined) {
    this.#integers = integers
  }

  compare(before: unknown, after: unknown): void {
    if (before === after) return
    if (after === undefined) this.#remove()
    else if (before === undefined) this.#write('add', after)
    else if (Array.isArray(before) && Array.isArray(after)) this.#compareLists(before, after)
    else if (isJsonObject(before) && isJsonObject(after)) this.#compareObjects(before, after)
    else if (!isSameJson(before, after)) this.#write('replace', after)
  }

  #compareObjects(before: JsonObject, after: JsonObject): void {
    for (const name in before) {
      if (Object.hasOwn(before, name)) this.#compareAt(name, before[name], memberOf(after, name))
    }
    for (const name in after) {
      if (!Object.hasOwn(before, name)) this.#compareAt(name, undefined, memberOf(after, name))
    }
  }

  /** From the end on, so that no operation moves the items of later ones. */
  #compareLists(before: readonly unknown[], after: readonly unknown[]): void {
    for (const stretch of changedStretches(before, after)) this.#compareStretch(stretch)
  }

  #compareStretch({ start, before, after }: Stretch): void {
    for (let index = before.length - 1; index >= 0; index--) {
      this.#compareAt(start + index, itemAt(before, index), itemAt(after, index))
    }
    for (let index = before.length; index < after.length; index++) {
      this.#compareAt(start + index, undefined, itemAt(after, index))
    }
  }

  #compareAt(step: string | number, before: unknown, after: unknown): void {
    this.#path.push(step)
    this.compare(before, after)
    this.#path.pop()
  }

  #write(op: 'add' | 'replace', value: unknown): void {
    refuseUnsafeValues(value, messagePath(this.#path), this.#integers)
    this.operations.push({ op, path: pointer(this.#path), value })
  }

  #remove(): void {
    this.operations.push({ op: 'remove', path: pointer(this.#path) })
  }
}

/** Undefined past the end. JSON has no empty slots: `JSON.stringify` writes null for an item that is undefined. */
const itemAt = (list: readonly unknown[], index: number): unknown =>
  index < list.length ? (list[index] ?? null) : undefined

/** A JSON pointer (RFC 6901). */
const pointer = (path: readonly (string | number)[]): string =>
  path.map(step => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')

const messagePath = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (parent, step) => (typeof step === 'number' ? `${parent}[${step}]` : memberPath(parent, step)),
    '',
  )
