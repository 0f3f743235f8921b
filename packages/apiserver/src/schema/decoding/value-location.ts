import type { Schema } from '../schema.ts'
import { goMember, structName } from './go-types.ts'

/**
 * The location of a value in a document. Paths are computed on demand, since there is a location for each value and few
 * are reported.
 */
export class ValueLocation {
  readonly #parent: ValueLocation | undefined
  readonly #owner: Schema | undefined
  readonly #step: string | number

  constructor(parent: ValueLocation | undefined, owner: Schema | undefined, step: string | number) {
    this.#parent = parent
    this.#owner = owner
    this.#step = step
  }

  /** The location of a member or item. */
  inner(owner: Schema, step: string | number): ValueLocation {
    return new ValueLocation(this, owner, step)
  }

  /** With item indexes, `spec.containers[0].name`; "" at the top level. */
  get path(): string {
    if (!this.#parent) return ''
    const above = this.#parent.path
    if (typeof this.#step === 'number') return `${above}[${this.#step}]`
    return above === '' ? this.#step : `${above}.${this.#step}`
  }

  /**
   * As in Go's messages: starts with the innermost struct and omits indexes and keys, `Container.spec.containers.name`.
   */
  get goPath(): string {
    const members = this.#goMembers
    return members.length === 0 ? '' : [this.#struct, ...members].join('.')
  }

  get #goMembers(): readonly string[] {
    if (!this.#parent) return []
    const above = this.#parent.#goMembers
    return this.#isMember ? [...above, goMember(this.#owner, String(this.#step))] : above
  }

  get #struct(): string {
    if (this.#isMember || !this.#parent) return structName(this.#owner?.typeName)
    return this.#parent.#struct
  }

  get #isMember(): boolean {
    return typeof this.#step === 'string' && this.#owner?.additionalProperties === undefined
  }
}
