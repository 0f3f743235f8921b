import type { PathFilter, ValuePath } from '../api/path-step.ts'
import type { Row } from '../api/row.ts'
import { accepts } from '../api/value-path.ts'
import { CLOSE_BRACE, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET, QUOTE } from '../json/characters.ts'
import { stringAt } from '../json/json-text.ts'
import { TextCodes } from '../json/text-codes.ts'
import { bytesCodec } from './bytes-codec.ts'
import { createPathTree, type ItemNode, type MemberNode, type PathNode, type WantedKey } from './path-tree.ts'
import type { PathValue, PathVisitor } from './path-visitor.ts'
import { contentOf } from './read-body.ts'

/** Whether an array ends here: at a bracket, or at the end of the text. */
const isEnd = (code: number): boolean => code === 0 || (code | 0x20) === CLOSE_BRACE

/** Readers are used one after the other: a visitor does not read. */
const scratch: TextCodes = /* @__PURE__ */ new TextCodes()

/**
 * Reads the values at several paths of a row in one pass over its text, and stops as soon as the visitor is done.
 * Nothing but these values is decoded. A text must be valid JSON; it is not validated. Protobuf is read by its own codec.
 *
 * @example
 * const reader = new ValueReader([parseValuePath('spec.nodeName')])
 * reader.read(row, { isDone: false, value: (path, value) => names.add(value), end: () => {} })
 */
export class ValueReader {
  readonly #root: PathNode
  readonly #codes: TextCodes = scratch

  constructor(paths: readonly ValuePath[]) {
    this.#root = createPathTree(paths)
  }

  /** Throws a ProtocolError if the text ends too early. */
  read({ body }: Row<unknown>, visitor: PathVisitor): void {
    const content = contentOf(body)
    if (typeof content !== 'string') {
      bytesCodec().visit(content, this.#root, visitor)
      return
    }
    const codes = this.#codes
    codes.load(content)
    try {
      this.#visit(this.#root, codes.skipSpace(0), visitor)
    } finally {
      codes.clear()
    }
  }

  /** Visits the value at `at`; returns the index after it, or any index when the visitor is done. */
  #visit(node: PathNode, at: number, visitor: PathVisitor): number {
    const code = this.#codes.codes[at]
    const isWithin =
      code === OPEN_BRACE ? node.members.length > 0 : code === OPEN_BRACKET && node.items.length > 0
    let end: number
    if (isWithin) {
      for (const path of node.ends) visitor.value(path, undefined)
      if (visitor.isDone) return at
      end =
        code === OPEN_BRACE ? this.#object(node.members, at, visitor) : this.#array(node.items, at, visitor)
    } else {
      end = this.#codes.skipValue(at)
      if (node.ends.length > 0) this.#report(node, at, end, visitor)
    }
    if (node.isSingle && !visitor.isDone) visitor.end(node.paths)
    return end
  }

  #report({ ends }: PathNode, at: number, end: number, visitor: PathVisitor): void {
    const value = this.#scalar(at, end)
    for (const path of ends) visitor.value(path, value)
  }

  #object(members: readonly MemberNode[], open: number, visitor: PathVisitor): number {
    const source = this.#codes
    const { codes } = source
    let missing = members.length
    let i = source.skipSpace(open + 1)
    while (codes[i] === QUOTE) {
      const keyEnd = source.skipKey(i)
      const node = this.#member(members, i, keyEnd)
      i = this.#afterColon(keyEnd)
      if (node) {
        i = this.#visit(node, i, visitor)
        if (visitor.isDone) return i
        if (--missing === 0) break
      } else i = source.skipValue(i)
      i = this.#next(i)
    }
    return source.skipToEnd(i)
  }

  /** The node of the member whose key is in [open, end). */
  #member(members: readonly MemberNode[], open: number, end: number): PathNode | undefined {
    for (const member of members) if (this.#says(member, open, end)) return member.node
    return undefined
  }

  /** Whether the key in [open, end), which was skipped last, has this name. */
  #says({ name, first }: WantedKey, open: number, end: number): boolean {
    const { codes, text, hasEscape } = this.#codes
    if (hasEscape) return stringAt(text, open, end) === name
    if (end - open - 2 !== name.length) return false
    // Characters outside ASCII have no code of their own.
    const mayStart = codes[open + 1] === first || !(first < 0x80)
    return mayStart && text.startsWith(name, open + 1)
  }

  #array(items: readonly ItemNode[], open: number, visitor: PathVisitor): number {
    const source = this.#codes
    const { codes } = source
    let i = source.skipSpace(open + 1)
    for (let index = 0; !isEnd(codes[i] as number); index++) {
      let end = -1
      for (const { step, keys, node } of items) {
        if (step.type === 'item' && step.index !== index) continue
        if (step.type === 'filter' && !this.#accepts(step, keys, i)) continue
        end = this.#visit(node, i, visitor)
        if (visitor.isDone) return end
      }
      i = this.#next(end === -1 ? source.skipValue(i) : end)
    }
    return source.skipToEnd(i)
  }

  #accepts(filter: PathFilter, keys: readonly WantedKey[], item: number): boolean {
    let at = item
    for (const key of keys) {
      at = this.#find(key, at)
      if (at === -1) return accepts(filter, undefined)
    }
    const value = this.#scalar(at, this.#codes.skipValue(at))
    // An object or an array equals nothing.
    return value === undefined ? !filter.isEqual : accepts(filter, value)
  }

  /** The index of the value of a member of the object at `open`; -1 if there is none. */
  #find(key: WantedKey, open: number): number {
    const source = this.#codes
    const { codes } = source
    if (codes[open] !== OPEN_BRACE) return -1
    let i = source.skipSpace(open + 1)
    while (codes[i] === QUOTE) {
      const keyEnd = source.skipKey(i)
      const isFound = this.#says(key, i, keyEnd)
      i = this.#afterColon(keyEnd)
      if (isFound) return i
      i = this.#next(source.skipValue(i))
    }
    return -1
  }

  #afterColon(keyEnd: number): number {
    const at = this.#codes.skipSpace(keyEnd)
    return this.#codes.codes[at] === COLON ? this.#codes.skipSpace(at + 1) : at
  }

  /** The index of the next member or item, or of the closing bracket. */
  #next(valueEnd: number): number {
    const at = this.#codes.skipSpace(valueEnd)
    return this.#codes.codes[at] === COMMA ? this.#codes.skipSpace(at + 1) : at
  }

  #scalar(at: number, end: number): PathValue {
    const { codes, text } = this.#codes
    switch (codes[at]) {
      case QUOTE:
        return stringAt(text, at, end)
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return undefined
      case 0x74:
        return true
      case 0x66:
        return false
      case 0x6e:
        return null
      default:
        return Number(text.slice(at, end))
    }
  }
}
