import { ConfigError } from './config-error.ts'

/** Where a mapping was found. */
export interface Source {
  /** The file, for errors. */
  readonly name: string
  /** Makes a path of this file absolute. */
  resolve(path: string): string
}

/**
 * A mapping of a kubeconfig, read by name and type. An absent member, `null` and an empty text are the same. What
 * is thrown names the file, the entry and the member, and never quotes a value.
 */
export class Fields {
  readonly source: Source
  /** E.g. `user "admin"`; empty for the file itself. */
  readonly entry: string
  readonly #values: object

  constructor(values: unknown, source: Source, entry = '') {
    this.source = source
    this.entry = entry
    if (typeof (values ?? {}) !== 'object' || Array.isArray(values)) throw this.error('is no mapping')
    this.#values = values ?? {}
  }

  /** For errors: the file and the entry. */
  get where(): string {
    return [this.source.name, this.entry].filter(Boolean).join(': ')
  }

  text(name: string): string | undefined {
    const value = this.raw(name) ?? ''
    if (typeof value !== 'string') throw this.error(`${name} is no text: does it need quotes?`)
    return value === '' ? undefined : value
  }

  flag(name: string): boolean {
    const value = this.raw(name) ?? false
    if (typeof value !== 'boolean') throw this.error(`${name} is neither true nor false`)
    return value
  }

  texts(name: string): readonly string[] {
    const values = this.#array(name)
    if (!values.every(value => typeof value === 'string')) throw this.error(`${name} is no list of texts`)
    return values
  }

  mapping(name: string): Fields | undefined {
    const value = this.raw(name)
    return value === undefined ? undefined : new Fields(value, this.source, this.#below(name))
  }

  /** A mapping that has a name of its own; empty where it is absent. */
  named(name: string, entry: string): Fields {
    return new Fields(this.raw(name), this.source, entry)
  }

  mappings(name: string): readonly Fields[] {
    return this.#array(name).map(value => new Fields(value, this.source, this.#below(name)))
  }

  /** A path, made absolute with the folder of the file that names it. */
  path(name: string): string | undefined {
    const path = this.text(name)
    return path === undefined ? undefined : this.source.resolve(path)
  }

  names(): readonly string[] {
    return Object.keys(this.#values)
  }

  /** A member as it is; `null` counts as absent, and what every object inherits is no member. */
  raw(name: string): unknown {
    const value = Object.getOwnPropertyDescriptor(this.#values, name)?.value as unknown
    return value === null ? undefined : value
  }

  error(what: string): ConfigError {
    return new ConfigError(`${this.where}: ${what}`)
  }

  #array(name: string): readonly unknown[] {
    const value = this.raw(name) ?? []
    if (!Array.isArray(value)) throw this.error(`${name} is no list`)
    return value
  }

  #below(name: string): string {
    return [this.entry, name].filter(Boolean).join(' ')
  }
}
