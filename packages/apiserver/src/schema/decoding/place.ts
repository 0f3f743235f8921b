import type { Schema } from '../schema.ts'
import { goMember, structName } from './go-types.ts'

/**
 * Where a value stands. There is one for each value of a document, and hardly any is ever told of: the paths are put
 * together when they are asked for.
 */
export class Place {
  readonly #parent: Place | undefined
  readonly #owner: Schema | undefined
  readonly #step: string | number

  constructor(parent: Place | undefined, owner: Schema | undefined, step: string | number) {
    this.#parent = parent
    this.#owner = owner
    this.#step = step
  }

  /** A member of the object here, or an item of the list here. */
  inner(owner: Schema, step: string | number): Place {
    return new Place(this, owner, step)
  }

  /** With the numbers of items, `spec.containers[0].name`; `""` at the top. */
  get path(): string {
    if (!this.#parent) return ''
    const above = this.#parent.path
    if (typeof this.#step === 'number') return `${above}[${this.#step}]`
    return above === '' ? this.#step : `${above}.${this.#step}`
  }

  /** As Go's errors have it: by the innermost struct and without items and keys, `Container.spec.containers.name`. */
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
