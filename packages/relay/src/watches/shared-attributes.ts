import type { AccessAttributes } from '../api/access-attributes.ts'

/** Attributes differ by namespace, name and selectors, which readers choose. */
const MAX_KNOWN = 1000

/** Keeps equal attributes as one object: thousands of open watches have the same ones. */
export class SharedAttributes {
  readonly #known = new Map<string, AccessAttributes>()

  of(attributes: AccessAttributes): AccessAttributes {
    const key = JSON.stringify(attributes)
    const known = this.#known.get(key)
    if (known) return known
    if (this.#known.size >= MAX_KNOWN) this.#known.clear()
    this.#known.set(key, attributes)
    return attributes
  }
}
