/** How it stands with what is kept of one owner. */
export interface OwnerReport {
  /** Why nothing can be kept now. */
  readonly failure?: string | undefined
  /** What happened that is worth a word and no obstacle any more. */
  readonly note?: string | undefined
}

const NOTHING: OwnerReport = Object.freeze({})

/** Collects what a status says, owner by owner: nobody hears of another one's collections. */
export class DiskReport {
  readonly #owners = new Map<string, Map<string, OwnerReport>>()
  readonly #onChange: () => void

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  /** The latest of all collections; a failure before a note. */
  of(owner: string): OwnerReport {
    const reports = [...(this.#owners.get(owner)?.values() ?? [])].reverse()
    return reports.find(({ failure }) => failure !== undefined) ?? reports[0] ?? NOTHING
  }

  /** A collection could not be kept, or found. */
  failed(owner: string, collection: string, failure: string): void {
    this.#set(owner, collection, { failure })
  }

  /** Something happened to a collection that has no consequence but this word. */
  noted(owner: string, collection: string, note: string): void {
    this.#set(owner, collection, { note })
  }

  /** A collection is kept, whatever was before. */
  kept(owner: string, collection: string): void {
    const reports = this.#owners.get(owner)
    if (reports?.get(collection)?.failure === undefined) return
    reports.delete(collection)
    this.#onChange()
  }

  /** Of collections that are in use no more nothing needs to be said. */
  forget(owner: string, collection: string): void {
    if (this.#owners.get(owner)?.delete(collection)) this.#onChange()
  }

  #set(owner: string, collection: string, report: OwnerReport): void {
    const reports = this.#owners.get(owner) ?? new Map<string, OwnerReport>()
    this.#owners.set(owner, reports)
    const { failure, note } = reports.get(collection) ?? NOTHING
    if (failure === report.failure && note === report.note) return
    // Behind all others, as the latest.
    reports.delete(collection)
    reports.set(collection, report)
    this.#onChange()
  }
}
