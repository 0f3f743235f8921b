import { BuiltInType } from './built-in-type.ts'
import { type DataType, fullName } from './data-type.ts'
import type { Schema } from './schema.ts'

/** The types of the built-in kinds. */
export interface Schemas {
  /** The type of a kind, `ofKind('apps', 'v1', 'Deployment')`; undefined if the kind is not built in. */
  ofKind(group: string, version: string, kind: string): Schema | undefined
  /** A type by its full name, `io.k8s.api.core.v1.Container`. */
  ofType(name: string): Schema | undefined
  /** The full names of all types. */
  readonly typeNames: readonly string[]
}

/** Parses the lines of the generated data; types are created on demand. */
export class BuiltInSchemas implements Schemas {
  readonly #data = new Map<string, DataType>()
  readonly #types = new Map<string, Schema>()
  readonly #kinds = new Map<string, string>()

  constructor(lines: string) {
    for (const line of lines.split('\n')) {
      const end = line.indexOf(' ')
      const name = fullName(line.slice(0, end))
      const data: DataType = JSON.parse(line.slice(end + 1))
      this.#data.set(name, data)
      for (const kind of data.g ?? []) this.#kinds.set(kind, name)
    }
  }

  get typeNames(): readonly string[] {
    return [...this.#data.keys()]
  }

  ofKind(group: string, version: string, kind: string): Schema | undefined {
    const name = this.#kinds.get(`${group}/${version}/${kind}`)
    return name === undefined ? undefined : this.ofType(name)
  }

  ofType(name: string): Schema | undefined {
    const known = this.#types.get(name)
    if (known) return known
    const data = this.#data.get(name)
    if (!data) return undefined
    const type = new BuiltInType(name, data, each => this.ofType(each))
    this.#types.set(name, type)
    return type
  }
}
