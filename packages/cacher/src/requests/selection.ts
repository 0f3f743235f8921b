import { type LabelMatcher, parseLabelSelector } from '@kube-informer/core'
import { type FieldRequirement, parseFieldRequirements } from '@kube-informer/core/selectors'
import { keyPrefix, storageKey } from '../api/storage-key.ts'
import type { CachedItem } from '../items/cached-item.ts'
import type { View } from './requests.ts'

/** Selects the objects of a list or a watch: a namespace and selectors. */
export class Selection {
  /** "" for all. */
  readonly namespace: string
  /** The name that the field selector requires, if any. */
  readonly name: string | undefined
  /** The value that the field selector requires for the indexed field, if any. */
  readonly indexValue: string | undefined
  /** Whether there are selectors. If so, a list has no remaining item count. */
  readonly hasSelectors: boolean
  /** The prefix of the keys of all matching objects. */
  readonly prefix: string
  readonly #matchesLabels: LabelMatcher | undefined
  readonly #fields: readonly FieldRequirement[]

  /** Throws a UsageError if a selector cannot be parsed. */
  constructor({ namespace = '', labelSelector = '', fieldSelector = '' }: View, indexField?: string) {
    this.#fields = parseFieldRequirements(fieldSelector)
    this.#matchesLabels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector)
    this.hasSelectors = labelSelector !== '' || this.#fields.length > 0
    this.namespace = namespace || (this.#exact('metadata.namespace') ?? '')
    this.name = this.#exact('metadata.name')
    this.indexValue = indexField === undefined ? undefined : this.#exact(indexField)
    this.prefix = keyPrefix(namespace)
  }

  /** The only key that can match, if a name (and a namespace, if objects have one) is required. */
  singleKey(isNamespaced: boolean): string | undefined {
    if (this.name === undefined || (isNamespaced && this.namespace === '')) return undefined
    return storageKey(this.namespace, this.name)
  }

  matches(object: CachedItem): boolean {
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
