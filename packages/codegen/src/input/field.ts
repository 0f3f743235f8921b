import type { Problem } from '../model/codegen-error.ts'
import type { Origin, Segments } from './origin.ts'

/** A mapping of a document. */
export type Mapping = Readonly<Record<string, unknown>>

/** A value of a document that knows its place, so that a check can report it. */
export class Field {
  readonly value: unknown
  readonly #origin: Origin
  readonly #parent: Field | undefined
  readonly #key: string | number
  /** Written in brackets: the name was chosen by the author of the document. */
  readonly #isEntry: boolean

  private constructor(
    value: unknown,
    origin: Origin,
    parent: Field | undefined,
    key: string | number,
    isEntry: boolean,
  ) {
    this.value = value
    this.#origin = origin
    this.#parent = parent
    this.#key = key
    this.#isEntry = isEntry
  }

  static root(value: unknown, origin: Origin): Field {
    return new Field(value, origin, undefined, '', false)
  }

  /** The member of an object, or of a list. Its value is undefined if there is none. */
  at(key: string | number): Field {
    return new Field(memberOf(this.value, key), this.#origin, this, key, typeof key === 'number')
  }

  /** The member of a map with free names, such as `properties`. */
  entry(key: string): Field {
    return new Field(memberOf(this.value, key), this.#origin, this, key, true)
  }

  /** The value as a mapping. Reports any other value; undefined also if there is none. */
  mapping(): Mapping | undefined {
    if (this.value === undefined || this.value === null) return undefined
    if (isMapping(this.value)) return this.value
    return this.#expected('a mapping')
  }

  /** The members of a list. Reports any other value; empty also if there is none. */
  list(): readonly Field[] {
    if (this.value === undefined || this.value === null) return []
    if (Array.isArray(this.value)) return this.value.map((_, index) => this.at(index))
    this.#expected('a list')
    return []
  }

  /** The members of a map with free names. Reports any value that is no mapping. */
  entries(): readonly (readonly [string, Field])[] {
    return Object.keys(this.mapping() ?? {}).map(key => [key, this.entry(key)])
  }

  /** The value as a string that is not empty. Reports any other value, but not that there is none. */
  text(): string | undefined {
    if (this.value === undefined || this.value === null || this.value === '') return undefined
    return typeof this.value === 'string' ? this.value : this.#expected('a string')
  }

  /** The value as a string; reports that there is none. */
  requiredText(): string | undefined {
    if (this.value === undefined || this.value === null || this.value === '') this.report('is required')
    return this.text()
  }

  /** Whether the value is true. Reports a value that is neither true nor false. */
  flag(): boolean {
    if (this.value === undefined || this.value === null || typeof this.value === 'boolean')
      return this.value === true
    this.#expected('true or false')
    return false
  }

  /** The value as a number. Reports any other value; undefined also if there is none. */
  number(): number | undefined {
    if (this.value === undefined || this.value === null) return undefined
    return typeof this.value === 'number' ? this.value : this.#expected('a number')
  }

  /** The strings of a list. */
  texts(): readonly string[] {
    return this.list().flatMap(member => member.requiredText() ?? [])
  }

  /** Reports a problem of this value. */
  report(message: string): void {
    this.#origin.report(this.problem(message))
  }

  /** A problem of this value, which is not reported. */
  problem(message: string): Problem {
    return {
      file: this.#origin.file,
      line: this.#origin.lineOf(this.#segments()),
      path: this.path || undefined,
      message,
    }
  }

  /** The line of a value below this one. */
  lineOf(segments: Segments): number | undefined {
    return this.#origin.lineOf([...this.#segments(), ...segments])
  }

  /** The file and the line, e.g. `widgets.yaml:12`. */
  get place(): string {
    const { file, line } = this.problem('')
    return line === undefined ? file : `${file}:${line}`
  }

  /** E.g. `spec.versions[0].name`. Empty for the document. */
  get path(): string {
    if (!this.#parent) return ''
    const { path } = this.#parent
    if (this.#isEntry) return `${path}[${this.#key}]`
    return path === '' ? String(this.#key) : `${path}.${this.#key}`
  }

  #segments(): (string | number)[] {
    if (!this.#parent) return []
    const segments = this.#parent.#segments()
    segments.push(this.#key)
    return segments
  }

  #expected(what: string): undefined {
    this.report(`must be ${what}, but is ${describe(this.value)}`)
    return undefined
  }
}

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own member: a document may have a key such as `constructor`, and may lack it. */
function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string | number, unknown>)[key]
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a mapping'
  if (typeof value !== 'string') return `the ${typeof value} ${value}`
  return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
}
