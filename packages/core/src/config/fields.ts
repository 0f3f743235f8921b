import { ConfigError } from './config-error.ts'

/** The source of a mapping. */
export interface Source {
  /** The name of the file, for errors. */
  readonly name: string
  /** Resolves a path that is relative to this file. */
  resolve(path: string): string
}

/**
 * Reads members of a kubeconfig mapping by name and type. An absent member, `null` and an empty text are equivalent.
 * Errors contain the file, the entry and the member, and never a value.
 */
export class Fields {
  readonly source: Source
  /** E.g. `user "admin"`; empty for the file itself. */
  readonly entry: string
  readonly #values: object

  constructor(values: unknown, source: Source, entry = '') {
    this.source = source
    this.entry = entry
    if (typeof (values ?? {}) !== 'object' || Array.isArray(values)) throw this.error('must be a mapping')
    this.#values = values ?? {}
  }

  /** The file and the entry, for errors. */
  get where(): string {
    return [this.source.name, this.entry].filter(Boolean).join(': ')
  }

  text(name: string): string | undefined {
    const value = this.raw(name) ?? ''
    if (typeof value !== 'string') throw this.error(`${name} must be a text: does it need quotes?`)
    return value === '' ? undefined : value
  }

  flag(name: string): boolean {
    const value = this.raw(name) ?? false
    if (typeof value !== 'boolean') throw this.error(`${name} is neither true nor false`)
    return value
  }

  texts(name: string): readonly string[] {
    const values = this.#array(name)
    if (!values.every(value => typeof value === 'string')) throw this.error(`${name} must be a list of texts`)
    return values
  }

  mapping(name: string): Fields | undefined {
    const value = this.raw(name)
    return value === undefined ? undefined : new Fields(value, this.source, this.#below(name))
  }

  /** A named mapping; empty if it is absent. */
  named(name: string, entry: string): Fields {
    return new Fields(this.raw(name), this.source, entry)
  }

  mappings(name: string): readonly Fields[] {
    return this.#array(name).map(value => new Fields(value, this.source, this.#below(name)))
  }

  /** A path, resolved against the folder of its file. */
  path(name: string): string | undefined {
    const path = this.text(name)
    return path === undefined ? undefined : this.source.resolve(path)
  }

  names(): readonly string[] {
    return Object.keys(this.#values)
  }

  /** The raw value of a member; `null` counts as absent, and inherited properties are ignored. */
  raw(name: string): unknown {
    const value = Object.getOwnPropertyDescriptor(this.#values, name)?.value as unknown
    return value === null ? undefined : value
  }

  error(what: string): ConfigError {
    return new ConfigError(`${this.where}: ${what}`)
  }

  #array(name: string): readonly unknown[] {
    const value = this.raw(name) ?? []
    if (!Array.isArray(value)) throw this.error(`${name} must be a list`)
    return value
  }

  #below(name: string): string {
    return [this.entry, name].filter(Boolean).join(' ')
  }
}
