import { type ResourceDefinition, resourceName } from '@kube-informer/core'
import { ListenerSet } from '@kube-informer/core/internal'
import type { Kind } from './kind.ts'

/**
 * The served kinds: built-in kinds, resources passed by a test, and kinds of CustomResourceDefinitions, which change at
 * run time.
 */
export class Kinds {
  #all: readonly Kind[] = []
  #byResource = new Map<string, Kind>()
  #byKind = new Map<string, Kind>()
  #builtInGroups = new Set<string>()
  readonly #listeners = new ListenerSet()

  constructor(kinds: Iterable<Kind> = []) {
    this.#set([...kinds])
  }

  /** In the order of discovery: built-in groups first, the preferred version of a group before its others. */
  get all(): readonly Kind[] {
    return this.#all
  }

  /** Finds a kind by the parts of a path. */
  find(group: string, version: string, plural: string): Kind | undefined {
    return this.#byResource.get(keyOf(group, version, plural))
  }

  /** Finds a kind by an object's kind and the parts of its apiVersion. */
  ofKind(group: string, version: string, kind: string): Kind | undefined {
    return this.#byKind.get(keyOf(group, version, kind))
  }

  /** The kind of a resource; undefined if it is not served. */
  of({ group, version, plural }: ResourceDefinition): Kind | undefined {
    return this.find(group, version, plural)
  }

  /** Whether the group has a built-in kind; unknown resources in it are answered with a Status. */
  isBuiltInGroup(group: string): boolean {
    return this.#builtInGroups.has(group)
  }

  add(kinds: readonly Kind[]): void {
    this.replace([], kinds)
  }

  remove(kinds: readonly Kind[]): void {
    this.replace(kinds, [])
  }

  /** Removes and adds kinds in one step. An added kind replaces one with the same path. */
  replace(old: readonly Kind[], next: readonly Kind[]): void {
    const gone = new Set([...old, ...next].map(({ resource }) => resourceName(resource)))
    const kept = this.#all.filter(({ resource }) => !gone.has(resourceName(resource)))
    this.#set([...kept, ...next])
    this.#listeners.emit()
  }

  /** Subscribes to changes; returns the unsubscribe function. */
  onChange(listener: () => void): () => void {
    return this.#listeners.add(listener)
  }

  #set(kinds: readonly Kind[]): void {
    this.#all = Object.freeze([...kinds])
    const byResource = new Map<string, Kind>()
    const byKind = new Map<string, Kind>()
    for (const kind of kinds) {
      const { group, version, plural, kind: name } = kind.resource
      byResource.set(keyOf(group, version, plural), kind)
      byKind.set(keyOf(group, version, name), kind)
    }
    this.#byResource = byResource
    this.#byKind = byKind
    this.#builtInGroups = new Set(kinds.filter(({ isBuiltIn }) => isBuiltIn).map(kind => kind.resource.group))
  }
}

const keyOf = (group: string, version: string, name: string): string => `${group}/${version}/${name}`
