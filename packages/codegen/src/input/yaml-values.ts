import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, type Pair, Scalar, Schema } from 'yaml'
import { plainScalar } from './plain-scalar.ts'

/** Leaves all plain scalars as text: {@link plainScalar} reads them. Shared, because building one takes long. */
export const TEXT_SCHEMA: Schema = new Schema({ schema: 'failsafe', resolveKnownTags: false })

/** The values that all aliases of a document may expand to. */
const MAX_EXPANDED = 100_000

/** A document that cannot be read. */
export class YamlProblem extends Error {
  /** The offset in the text. */
  readonly offset: number | undefined

  constructor(message: string, offset: number | undefined) {
    super(message)
    this.offset = offset
  }
}

/** The names of a mapping, and the offsets of its keys in the text; or the offsets of a list's members. */
interface Offsets {
  readonly keys: readonly string[] | undefined
  readonly offsets: readonly number[]
}

/** The offsets of all members, by the mapping or list that has them. */
export type Positions = WeakMap<object, Offsets>

interface Anchored {
  readonly value: unknown
  readonly size: number
}

/**
 * Converts a parsed document to plain values, as sigs.k8s.io/yaml does. Aliases share the value of their anchor.
 *
 * @throws YamlProblem for equal keys, keys that are no names, and aliases that are unknown, refer to
 * themselves or expand to too many values
 */
export class YamlValues {
  readonly #positions: Positions
  readonly #onBooleanKey: (text: string, offset: number | undefined) => void
  readonly #anchors = new Map<string, Anchored | undefined>()
  #size = 0
  #expanded = 0

  /** @param onBooleanKey called with the text and the offset of each key that is a boolean */
  constructor(positions: Positions, onBooleanKey: (text: string, offset: number | undefined) => void) {
    this.#positions = positions
    this.#onBooleanKey = onBooleanKey
  }

  read(document: Document): unknown {
    return this.#value(document.contents)
  }

  #value(node: unknown): unknown {
    this.#size++
    if (isScalar(node)) return this.#anchored(node.anchor, () => scalarOf(node))
    if (isAlias(node)) return this.#shared(node)
    if (isMap(node)) return this.#anchored(node.anchor, () => this.#mapping(node.items))
    if (isSeq(node)) return this.#anchored(node.anchor, () => this.#list(node.items))
    return null
  }

  #anchored(anchor: string | undefined, read: () => unknown): unknown {
    if (anchor === undefined) return read()
    this.#anchors.set(anchor, undefined)
    const before = this.#size
    const value = read()
    this.#anchors.set(anchor, { value, size: this.#size - before + 1 })
    return value
  }

  #shared(alias: Alias): unknown {
    const offset = offsetOf(alias)
    if (!this.#anchors.has(alias.source))
      throw new YamlProblem(`the anchor of *${alias.source} is missing`, offset)
    const anchored = this.#anchors.get(alias.source)
    if (!anchored) throw new YamlProblem(`the alias *${alias.source} refers to itself`, offset)
    // The sizes include those of aliases within.
    this.#size += anchored.size
    this.#expanded += anchored.size
    if (this.#expanded > MAX_EXPANDED) throw new YamlProblem('aliases expand to too many values', offset)
    return anchored.value
  }

  #list(items: readonly unknown[]): unknown[] {
    const list = items.map(item => this.#value(item))
    this.#positions.set(list, { keys: undefined, offsets: items.map(item => offsetOf(item) ?? 0) })
    return list
  }

  #mapping(pairs: readonly Pair[]): object {
    const mapping: Record<string, unknown> = {}
    const [keys, offsets]: [string[], number[]] = [[], []]
    const merged: unknown[] = []
    for (const { key, value } of pairs) {
      if (isMergeKey(key)) {
        merged.push(this.#value(value))
        continue
      }
      const [name, offset] = [this.#keyOf(key), offsetOf(key)]
      if (Object.hasOwn(mapping, name)) throw new YamlProblem(`the key ${name} occurs twice`, offset)
      setOwn(mapping, name, this.#value(value))
      keys.push(name)
      offsets.push(offset ?? 0)
    }
    for (const source of merged.flat()) addMissing(mapping, source)
    this.#positions.set(mapping, { keys, offsets })
    return mapping
  }

  /** A key is a name; JSON has the text of `true` and 1 for those keys. */
  #keyOf(key: unknown): string {
    const value = isScalar(key) ? scalarOf(key) : undefined
    if (value === undefined || value === null) throw new YamlProblem('a key must be a name', offsetOf(key))
    const text = isScalar(key) ? key.source : undefined
    if (typeof value === 'boolean' && text !== undefined) this.#onBooleanKey(text, offsetOf(key))
    return String(value)
  }
}

/** Assigning to `__proto__` would change the prototype. */
function setOwn(mapping: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') mapping[name] = value
  else Object.defineProperty(mapping, name, { value, enumerable: true, writable: true, configurable: true })
}

function addMissing(mapping: Record<string, unknown>, source: unknown): void {
  if (typeof source !== 'object' || source === null) return
  for (const [name, value] of Object.entries(source)) {
    if (!Object.hasOwn(mapping, name)) setOwn(mapping, name, value)
  }
}

const isMergeKey = (key: unknown): boolean =>
  isScalar(key) && key.type === Scalar.PLAIN && key.source === '<<'

const STANDARD_TAG = 'tag:yaml.org,2002:'

function scalarOf({ type, source, value, tag }: Scalar): unknown {
  const text = source ?? String(value ?? '')
  const isPlain =
    type === Scalar.PLAIN || (tag?.startsWith(STANDARD_TAG) === true && tag !== `${STANDARD_TAG}str`)
  return isPlain && tag !== `${STANDARD_TAG}str` && tag !== '!' ? plainScalar(text) : text
}

const offsetOf = (node: unknown): number | undefined =>
  (node as { readonly range?: readonly number[] | null } | null)?.range?.[0]
