import { startsWith } from '../../json/bytes.ts'
import { QUOTE } from '../../json/characters.ts'
import type { ShareableSpan } from '../../json/object-walk.ts'
import { parseJson } from '../../json/parse-json.ts'
import type { Scanner } from '../../json/scanner.ts'

/** After this many values with hardly any repetition, a key is no longer looked up. */
const ENOUGH_TRIES = 1_024

/** A key, and statistics of how often its values repeat. */
interface KnownKey {
  readonly key: string
  readonly bytes: Uint8Array
  tries: number
  hits: number
}

/**
 * Structural sharing: parts of objects that are equal byte by byte are parsed once and share one frozen value. Pods of
 * one ReplicaSet share most of their spec, and versions of one object share their unchanged parts, so this saves most of
 * the parsing and memory. Sharing starts at the second occurrence of a value. A value that never repeats costs one hash,
 * and lookups of its key stop after a while.
 */
export class SharedParts {
  readonly #utf8: { decode(bytes: Uint8Array): string }
  #scanner: Scanner | undefined
  /** The values to restore after parsing, as consecutive triples: top-level key, key, value. */
  readonly #taken: unknown[] = []
  /** The keys in the order of the previous object, since consecutive objects mostly have the same keys. */
  readonly #keys: KnownKey[] = []
  readonly #keysByText = new Map<string, KnownKey>()
  #next = 0
  /** The most recent top-level key and its offset, so that it is read once. */
  #top: KnownKey | undefined
  #topAt = 0

  constructor(utf8: { decode(bytes: Uint8Array): string }) {
    this.#utf8 = utf8
  }

  /** Starts an object. */
  begin(scanner: Scanner): void {
    this.#scanner = scanner
    this.#taken.length = 0
    this.#next = 0
    this.#topAt = 0
  }

  /** Takes a value out of the text if it is known. */
  take({ topFrom, topTo, keyFrom, keyTo, valueFrom, valueTo }: Readonly<ShareableSpan>): boolean {
    const scanner = this.#scanner
    if (!scanner?.remembers) return false
    if (this.#topAt !== topFrom) {
      this.#topAt = topFrom
      this.#top = this.#keyAt(scanner, topFrom, topTo)
    }
    const known = this.#keyAt(scanner, keyFrom, keyTo)
    if (known.tries > ENOUGH_TRIES && known.hits * 4 < known.tries) return false
    known.tries++
    // The key is included, so that equal values under different keys get different ids.
    const id = scanner.remember(keyFrom, valueTo - keyFrom)
    if (id === -1) return false
    known.hits++
    if (id % 2 === 1) scanner.known[id >> 1] = this.#parse(scanner, valueFrom, valueTo)
    const value = scanner.known[id >> 1]
    // A key without a value is invalid JSON: the parser of the object reports it.
    if (value === undefined) return false
    this.#taken.push(this.#top?.key, known.key, value)
    return true
  }

  /** Restores the taken values in the parsed object. */
  restore<T>(object: T): T {
    // An unused scanner must not be retained.
    this.#scanner = undefined
    const taken = this.#taken
    for (let i = 0; i < taken.length; i += 3) {
      const at = (object as Record<string, Record<string, unknown> | undefined>)[taken[i] as string]
      const key = taken[i + 1] as string
      // Hostile text may have duplicate members; only the last one is in the object.
      if (at?.[key] === 0) at[key] = taken[i + 2]
    }
    return object
  }

  #keyAt({ bytes }: Scanner, from: number, to: number): KnownKey {
    const expected = this.#keys[this.#next]
    if (
      expected &&
      bytes[to] === QUOTE &&
      expected.bytes.length === to - from &&
      startsWith(bytes, from, expected.bytes)
    ) {
      this.#next++
      return expected
    }
    const known = this.#newKey(bytes.slice(from, to), this.#utf8.decode(bytes.subarray(from - 1, to + 1)))
    this.#keys[this.#next++] = known
    return known
  }

  #newKey(bytes: Uint8Array, json: string): KnownKey {
    const before = this.#keysByText.get(json)
    if (before) return before
    if (this.#keysByText.size > 10_000) this.#keysByText.clear()
    const known = { key: parseJson(json, 'not a JSON string') as string, bytes, tries: 0, hits: 0 }
    this.#keysByText.set(json, known)
    return known
  }

  #parse({ bytes }: Scanner, from: number, to: number): unknown {
    return deepFreeze(parseJson(this.#utf8.decode(bytes.subarray(from, to)), 'not a JSON value'))
  }
}

function deepFreeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}
