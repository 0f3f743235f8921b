import { type FieldRequirement, parseFieldRequirements } from '../api/field-selector.ts'
import { type LabelMatcher, parseLabelSelector } from '../api/selectors.ts'
import type { CachedObject } from './cached-object.ts'
import type { View } from './requests.ts'
import { keyPrefix, storageKey } from './storage-key.ts'

/** Which objects a list or a watch is about: a namespace, seen through selectors. */
export class Selection {
  /** "" for all. */
  readonly namespace: string
  /** The one name that is left, if a field selector says so. */
  readonly name: string | undefined
  /** The one value of the index' field that is left. */
  readonly indexValue: string | undefined
  /** Whether there is any selector; what remains of a list is not counted then. */
  readonly hasSelectors: boolean
  /** What the keys of all that is in view begin with. */
  readonly prefix: string
  readonly #matchesLabels: LabelMatcher | undefined
  readonly #fields: readonly FieldRequirement[]

  /** Throws a UsageError where a selector cannot be parsed. */
  constructor({ namespace = '', labelSelector = '', fieldSelector = '' }: View, indexField?: string) {
    this.#fields = parseFieldRequirements(fieldSelector)
    this.#matchesLabels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector)
    this.hasSelectors = labelSelector !== '' || this.#fields.length > 0
    this.namespace = namespace || (this.#exact('metadata.namespace') ?? '')
    this.name = this.#exact('metadata.name')
    this.indexValue = indexField === undefined ? undefined : this.#exact(indexField)
    this.prefix = keyPrefix(namespace)
  }

  /** The only key that can be in view, of a name in a namespace (or of what has no namespace). */
  singleKey(isNamespaced: boolean): string | undefined {
    if (this.name === undefined || (isNamespaced && this.namespace === '')) return undefined
    return storageKey(this.namespace, this.name)
  }

  matches(object: CachedObject): boolean {
    if (this.prefix !== '' && !object.key.startsWith(this.prefix)) return false
    if (this.#matchesLabels && !this.#matchesLabels(object.labels)) return false
    for (const { field, operator, value } of this.#fields)
      if ((object.field(field) === value) !== (operator === '=')) return false
    return true
  }

  #exact(path: string): string | undefined {
    return this.#fields.find(({ field, operator }) => field === path && operator === '=')?.value
  }
}
