import { ProtocolError } from '../api/errors.ts'
import { hasEscape, skipSpace, startsWith } from './bytes.ts'
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, SPACE } from './characters.ts'
import { unescaped } from './json-text.ts'
import type { ObjectPlan, Step } from './object-plan.ts'
import { MAX_CUTS, type Scanner } from './scanner.ts'

/** `{` and `[` differ by this bit, and so do `}` and `]`. */
const FOLD = 0x20
/** Parsing a smaller value is faster than looking it up. */
const MIN_SHARED_LENGTH = 32
/** Number of members in {@link ObjectWalk.found}. */
const FINDS = 7

/** The range of a value that may be shared, and the ranges of its keys without their quotes. */
export interface ShareableSpan {
  topFrom: number
  topTo: number
  keyFrom: number
  keyTo: number
  valueFrom: number
  valueTo: number
}

const NOTHING: Uint8Array = /* @__PURE__ */ new Uint8Array(0)
const NO_OFFSETS: Uint32Array = /* @__PURE__ */ new Uint32Array(0)

/** Called with a value that may be shared. Returns whether it is shared, so that its text can be cut out. */
export type OnShareable = (span: Readonly<ShareableSpan>) => boolean

const malformed = (): ProtocolError => new ProtocolError('not a JSON object')

/**
 * Walks the structural offsets of one object along a plan: finds the members that identify it and collects the cuts of
 * unwanted parts. It reads structural characters and keys only.
 */
export class ObjectWalk {
  /** [from, to) of the value of each identifying member; `from` is 0 if it is missing. */
  readonly found: Uint32Array = new Uint32Array(2 * FINDS)
  /** Number of pairs set in `scanner.cuts`. */
  cutCount = 0
  /** Whether the object has members. */
  hasMembers = false
  /** Whether an identifying member occurs twice; the last one applies. */
  repeats = false
  readonly #plan: ObjectPlan
  readonly #onShareable: OnShareable | undefined
  #bytes: Uint8Array = NOTHING
  #cuts: Uint32Array = NO_OFFSETS
  #offsets: Uint32Array = NO_OFFSETS
  /** One reused object, since there are many spans. */
  readonly #shareable: ShareableSpan = {
    topFrom: 0,
    topTo: 0,
    keyFrom: 0,
    keyTo: 0,
    valueFrom: 0,
    valueTo: 0,
  }

  constructor(plan: ObjectPlan, onShareable?: OnShareable) {
    this.#plan = plan
    this.#onShareable = onShareable
  }

  /**
   * Walks the object whose `{` is at the offset with index `index`.
   *
   * @returns the index of its `}`
   */
  walk({ bytes, cuts }: Scanner, offsets: Uint32Array, index: number): number {
    this.#bytes = bytes
    this.#cuts = cuts
    this.#offsets = offsets
    this.found.fill(0)
    this.cutCount = 0
    this.repeats = false
    const end = this.#members(this.#plan, index, true)
    this.hasMembers = end > index + 1
    // An unused scanner and its memory must not be retained.
    this.#bytes = NOTHING
    this.#cuts = NO_OFFSETS
    this.#offsets = NO_OFFSETS
    return end
  }

  #members(plan: ObjectPlan, open: number, isTop: boolean): number {
    const bytes = this.#bytes
    const offsets = this.#offsets
    let keptOne = false
    let index = open + 1
    for (let from = (offsets[open] as number) + 1; ; index++) {
      const colon = offsets[index] as number
      if (bytes[colon] !== COLON) {
        if (bytes[colon] === CLOSE_BRACE && index === open + 1) return index
        throw malformed()
      }
      const keyFrom = skipSpace(bytes, from) + 1
      let keyTo = colon - 1
      while ((bytes[keyTo] as number) <= SPACE) keyTo--
      if (isTop) {
        this.#shareable.topFrom = keyFrom
        this.#shareable.topTo = keyTo
      }
      const step = stepOf(plan, bytes, keyFrom, keyTo)
      const valueFrom = skipSpace(bytes, colon + 1)
      index++
      if (offsets[index] === valueFrom && ((bytes[valueFrom] as number) | FOLD) === OPEN_BRACE) {
        index = this.#container(step, index) + 1
        if (step.below === undefined && plan.shares && !step.cut) {
          this.#share(keyFrom, keyTo, valueFrom, (offsets[index - 1] as number) + 1)
        }
      }
      const separator = offsets[index] as number
      if (step.finds !== -1) {
        if (this.found[2 * step.finds] !== 0) this.repeats = true
        this.found[2 * step.finds] = valueFrom
        this.found[2 * step.finds + 1] = separator
      }
      const more = bytes[separator] === COMMA
      if (!more && bytes[separator] !== CLOSE_BRACE) throw malformed()
      if (step.cut) this.#cut(keptOne ? from - 1 : from, more && !keptOne ? separator + 1 : separator)
      else keptOne = true
      if (!more) return index
      from = separator + 1
    }
  }

  /** @returns the index of the offset of the bracket that closes the container opened at `open` */
  #container({ below, cut }: Step, open: number): number {
    const bytes = this.#bytes
    const offsets = this.#offsets
    if (below !== undefined && !cut && bytes[offsets[open] as number] === OPEN_BRACE) {
      return this.#members(below, open, false)
    }
    let depth = 0
    for (let index = open; ; index++) {
      const kind = (bytes[offsets[index] as number] as number) | FOLD
      if (kind === OPEN_BRACE) depth++
      else if (kind === CLOSE_BRACE && --depth === 0) return index
      else if (depth === 0) throw malformed()
    }
  }

  #share(keyFrom: number, keyTo: number, from: number, to: number): void {
    if (to - from < MIN_SHARED_LENGTH || this.cutCount > MAX_CUTS / 2) return
    const span = this.#shareable
    span.keyFrom = keyFrom
    span.keyTo = keyTo
    span.valueFrom = from
    span.valueTo = to
    if (!this.#onShareable?.(span)) return
    // The text has a 0 in place of the shared value.
    this.#bytes[from] = 0x30
    this.#cut(from + 1, to)
  }

  #cut(from: number, to: number): void {
    const cuts = this.#cuts
    const last = 2 * this.cutCount - 1
    if (last > 0 && cuts[last] === from) {
      cuts[last] = to
      return
    }
    if (this.cutCount === MAX_CUTS) throw new ProtocolError('an object has too many members to trim')
    cuts[last + 1] = from
    cuts[last + 2] = to
    this.cutCount++
  }
}

function stepOf(plan: ObjectPlan, bytes: Uint8Array, from: number, to: number): Step {
  const { names, steps, otherwise } = plan
  const length = to - from
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    if (name?.length === length && startsWith(bytes, from, name)) return steps[i] as Step
  }
  // Servers may escape letters, although none does. An escape is five bytes longer than its character.
  if (length < plan.shortest + 5 || !hasEscape(bytes, from, to)) return otherwise
  const text = new TextDecoder().decode(bytes.subarray(from - 1, to + 1))
  const index = plan.texts.indexOf(unescaped(text))
  return steps[index] ?? otherwise
}
