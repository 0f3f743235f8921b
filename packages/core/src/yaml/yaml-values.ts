import type { Alias, Pair } from 'yaml'
import { scalarValue } from './scalar-value.ts'
import type { YamlPackage } from './yaml-package.ts'
import { YamlError, type YamlProblem } from './yaml-problem.ts'

/** The names of a mapping, and the offsets of its keys in the text; or the offsets of a list's members. */
interface Offsets {
  readonly keys: readonly string[] | undefined
  readonly offsets: readonly number[]
}

/** The offsets of all members, by the mapping or list that has them. */
export type Positions = WeakMap<object, Offsets>

/** How a document is read. */
export interface YamlValueOptions {
  /** The aliases that a document may have. @default any number */
  readonly maxAliases?: number | undefined
  /** The values that all aliases of a document may expand to. @default 100_000 */
  readonly maxExpanded?: number | undefined
  /** What a key means that a mapping has already: a mistake, or that the last one counts. @default 'error' */
  readonly duplicateKeys?: 'error' | 'last' | undefined
  /** Called with each key that a mapping has already, if the last one counts, and the key's offset. */
  readonly onDuplicateKey?: ((key: unknown, offset: number | undefined) => void) | undefined
  /** Called with the text and the offset of each key that is a boolean. */
  readonly onBooleanKey?: ((text: string, offset: number | undefined) => void) | undefined
}

interface Anchored {
  readonly value: unknown
  readonly size: number
}

/**
 * Converts syntax trees to plain values, as sigs.k8s.io/yaml does. Aliases share the value of their anchor.
 *
 * @throws YamlError for equal keys, keys that are no names, and aliases that are unknown, refer to
 * themselves or expand to too many values
 */
export class YamlValues {
  readonly #yaml: YamlPackage
  readonly #options: YamlValueOptions
  readonly #positions: Positions
  readonly #anchors = new Map<string, Anchored | undefined>()
  #size = 0
  #aliases = 0
  #expanded = 0

  constructor(yaml: YamlPackage, positions: Positions, options: YamlValueOptions) {
    this.#yaml = yaml
    this.#positions = positions
    this.#options = options
  }

  /** The value of a node. */
  read(node: unknown): unknown {
    const { isAlias, isMap, isScalar, isSeq } = this.#yaml
    this.#size++
    if (isScalar(node)) return this.#anchored(node.anchor, () => scalarValue(node))
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
    const { maxAliases = Number.POSITIVE_INFINITY, maxExpanded = 100_000 } = this.#options
    const name = alias.source
    if (!this.#anchors.has(name))
      throw mistake('unknown-anchor', `the anchor of *${name} is missing`, alias, name)
    const anchored = this.#anchors.get(name)
    if (!anchored) throw mistake('circular-alias', `the alias *${name} refers to itself`, alias, name)
    // The sizes include those of aliases within.
    this.#size += anchored.size
    this.#expanded += anchored.size
    this.#aliases++
    if (this.#aliases > maxAliases || this.#expanded > maxExpanded)
      throw mistake('too-many-aliases', 'aliases expand to too many values', alias)
    return anchored.value
  }

  #list(items: readonly unknown[]): unknown[] {
    const list = items.map(item => this.read(item))
    this.#positions.set(list, { keys: undefined, offsets: items.map(item => offsetOf(item) ?? 0) })
    return list
  }

  #mapping(pairs: readonly Pair[]): object {
    const mapping: Record<string, unknown> = {}
    const [keys, offsets]: [string[], number[]] = [[], []]
    const merged: unknown[] = []
    for (const { key, value } of pairs) {
      if (this.#isMergeKey(key)) {
        merged.push(this.read(value))
        continue
      }
      const name = this.#keyOf(key)
      const isDuplicate = Object.hasOwn(mapping, name)
      if (isDuplicate && this.#options.duplicateKeys !== 'last')
        throw mistake('duplicate-key', `the key ${name} occurs twice`, key, name)
      setOwn(mapping, name, this.read(value))
      if (isDuplicate && this.#yaml.isScalar(key))
        this.#options.onDuplicateKey?.(scalarValue(key), offsetOf(key))
      keys.push(name)
      offsets.push(offsetOf(key) ?? 0)
    }
    for (const source of merged.flat()) addMissing(mapping, source)
    this.#positions.set(mapping, { keys, offsets })
    return mapping
  }

  #isMergeKey(key: unknown): boolean {
    return this.#yaml.isScalar(key) && key.type === 'PLAIN' && key.source === '<<'
  }

  /** A key is a name; JSON has the text of `true` and 1 for those keys. */
  #keyOf(key: unknown): string {
    const scalar = this.#yaml.isScalar(key) ? key : undefined
    const value = scalar && scalarValue(scalar)
    if (value === undefined || value === null) throw mistake('invalid-key', 'a key must be a name', key)
    if (typeof value === 'boolean' && scalar?.source !== undefined)
      this.#options.onBooleanKey?.(scalar.source, offsetOf(key))
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

function mistake(code: YamlProblem['code'], message: string, node: unknown, name?: string): YamlError {
  const [offset, end] = rangeOf(node)
  return new YamlError({ code, message, offset, end, ...(name !== undefined && { name }) })
}

const offsetOf = (node: unknown): number | undefined => rangeOf(node)[0]

/** The node's start and its end, if known. */
const rangeOf = (node: unknown): readonly number[] =>
  (node as { readonly range?: readonly number[] | null } | null)?.range ?? []
