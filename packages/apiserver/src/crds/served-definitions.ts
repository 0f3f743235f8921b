import type { ResourceDefinition } from '@kube-informer/core'
import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { deepEqual } from '../json/deep-equal.ts'
import type { Kind } from '../kinds/kind.ts'
import type { Kinds } from '../kinds/kinds.ts'
import type { Storage } from '../storage/storage.ts'
import { customKinds } from './custom-kinds.ts'
import { conversionOf } from './version-conversion.ts'

interface Served {
  readonly definition: CustomResourceDefinition
  readonly kinds: readonly Kind[]
  /** Whether objects may have been written by earlier versions or schemas. */
  readonly isChanged: boolean
}

/** Updates the served kinds and the conversions of the storage from the definitions. */
export class ServedDefinitions {
  readonly #kinds: Kinds
  readonly #storage: Storage
  readonly #onReplaced: (resource: ResourceDefinition) => void
  /** By the definition's name. */
  readonly #served = new Map<string, Served>()

  /** @param onReplaced called for each resource whose definition changed or was removed */
  constructor(kinds: Kinds, storage: Storage, onReplaced: (resource: ResourceDefinition) => void) {
    this.#kinds = kinds
    this.#storage = storage
    this.#onReplaced = onReplaced
  }

  /** Serves a definition's current state. Returns whether its names changed. */
  serve(name: string, definition: CustomResourceDefinition): boolean {
    const before = this.#served.get(name)
    const saysTheSame = before !== undefined && isSame(before.definition, definition)
    if (saysTheSame && stateOf(before.definition) === stateOf(definition)) return false
    const isChanged =
      before !== undefined && (before.isChanged || hasOtherVersions(before.definition, definition))
    this.#replace(name, before?.kinds ?? [], { definition, kinds: customKinds(definition), isChanged })
    if (!saysTheSame) for (const { resource } of before?.kinds ?? []) this.#onReplaced(resource)
    return !deepEqual(before?.definition.status?.acceptedNames, definition.status?.acceptedNames)
  }

  /** Stops serving a definition. Returns its resource if it was served. */
  forget(name: string): ResourceDefinition | undefined {
    const before = this.#served.get(name)
    if (!before) return undefined
    this.#replace(name, before.kinds, undefined)
    for (const { resource } of before.kinds) this.#onReplaced(resource)
    return before.kinds[0]?.resource
  }

  #replace(name: string, old: readonly Kind[], next: Served | undefined): void {
    for (const { resource } of old) this.#storage.convert(resource, undefined)
    for (const { resource } of next?.kinds ?? [])
      this.#storage.convert(resource, next && conversionOf(next.definition, resource, next.isChanged))
    this.#kinds.replace(old, next?.kinds ?? [])
    if (next) this.#served.set(name, next)
    else this.#served.delete(name)
  }
}

/** Whether two states of a definition define the same kinds. */
const isSame = (a: CustomResourceDefinition, b: CustomResourceDefinition): boolean =>
  deepEqual(a.spec, b.spec) && deepEqual(a.status?.acceptedNames, b.status?.acceptedNames)

const hasOtherVersions = (a: CustomResourceDefinition, b: CustomResourceDefinition): boolean =>
  !deepEqual(a.spec.versions, b.spec.versions)

/** Whether a definition is served, and whether it accepts new objects. */
const stateOf = ({ status, metadata }: CustomResourceDefinition): string =>
  `${status?.conditions?.find(({ type }) => type === 'Established')?.status} ${metadata?.deletionTimestamp}`
