/** The state of one owner's persisted collections. */
export interface OwnerReport {
  /** Why collections cannot be persisted now. */
  readonly failure?: string | undefined
  /** An event worth reporting that does not prevent persistence. */
  readonly note?: string | undefined
}

const NOTHING: OwnerReport = Object.freeze({})

/** Collects failures and notes per owner, so that a status never mentions another owner's collections. */
export class DiskReport {
  readonly #owners = new Map<string, Map<string, OwnerReport>>()
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The latest report of all collections; failures take precedence over notes. */
  of(owner: string): OwnerReport {
    const reports = [...(this.#owners.get(owner)?.values() ?? [])].reverse()
    return reports.find(({ failure }) => failure !== undefined) ?? reports[0] ?? NOTHING
  }

  /** Records that a collection could not be saved or loaded. */
  failed(owner: string, collection: string, failure: string): void {
    this.#set(owner, collection, { failure })
  }

  /** Records an event that has no other consequence. */
  noted(owner: string, collection: string, note: string): void {
    this.#set(owner, collection, { note })
  }

  /** Records that a collection was saved, which clears its failure. */
  saved(owner: string, collection: string): void {
    const reports = this.#owners.get(owner)
    if (reports?.get(collection)?.failure === undefined) return
    reports.delete(collection)
    this.#onChange()
  }

  /** Removes the report of a collection that is no longer in use. */
  forget(owner: string, collection: string): void {
    if (this.#owners.get(owner)?.delete(collection)) this.#onChange()
  }

  #set(owner: string, collection: string, report: OwnerReport): void {
    const reports = this.#owners.get(owner) ?? new Map<string, OwnerReport>()
    this.#owners.set(owner, reports)
    const { failure, note } = reports.get(collection) ?? NOTHING
    if (failure === report.failure && note === report.note) return
    // Reinsert, so that it is the last in insertion order.
    reports.delete(collection)
    reports.set(collection, report)
    this.#onChange()
  }
}
