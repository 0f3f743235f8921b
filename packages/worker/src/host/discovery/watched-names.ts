import type { ResourceDefinition } from '@kube-informer/core'

/** The objects of a resource, as a cluster's informer of their metadata has them. */
export interface NamesView {
  /** Whether these are all objects, and their watch is open. */
  readonly isComplete: boolean
  objects(): readonly { readonly name: string; readonly resourceVersion: string }[]
  release(): void
}

/** Opens the view of a resource. Calls back after each change of its objects or its state. */
export type OpenNames = (resource: ResourceDefinition, onChange: () => void) => NamesView

export interface WatchedNamesOptions {
  readonly open: (onChange: () => void) => NamesView
  /** An object was created, changed or deleted. */
  readonly onChange: () => void
  /** All objects are known, or not any more. */
  readonly onState: () => void
}

/** Reports each change of the objects of a resource, but not the objects that are there at the beginning. */
export class WatchedNames {
  readonly #options: WatchedNamesOptions
  #view: NamesView | undefined
  /** The resourceVersions by name; undefined until they are complete. */
  #versions: ReadonlyMap<string, string> | undefined
  readonly #deleted = new Set<string>()
  #wasComplete = false

  constructor(options: WatchedNamesOptions) {
    this.#options = options
  }

  get isComplete(): boolean {
    return this.#view?.isComplete ?? false
  }

  /** The names of all objects; none while they are not known. */
  get names(): readonly string[] {
    return [...(this.#versions?.keys() ?? [])]
  }

  /** The names of objects that were deleted since the start. */
  get deleted(): ReadonlySet<string> {
    return this.#deleted
  }

  /** Idempotent. */
  start(): void {
    if (this.#view) return
    this.#view = this.#options.open(() => this.#check())
    this.#check()
  }

  stop(): void {
    this.#view?.release()
    this.#view = undefined
  }

  #check(): void {
    // A view may call back while it is opened.
    if (!this.#view) return
    const { isComplete } = this.#view
    if (isComplete)
      this.#compare(new Map(this.#view.objects().map(each => [each.name, each.resourceVersion])))
    if (isComplete === this.#wasComplete) return
    this.#wasComplete = isComplete
    this.#options.onState()
  }

  #compare(versions: ReadonlyMap<string, string>): void {
    const before = this.#versions
    this.#versions = versions
    if (!before) return
    const gone = [...before.keys()].filter(name => !versions.has(name))
    const changed = [...versions].filter(([name, version]) => before.get(name) !== version)
    for (const name of gone) this.#deleted.add(name)
    for (const [name] of changed) this.#deleted.delete(name)
    if (gone.length + changed.length > 0) this.#options.onChange()
  }
}
