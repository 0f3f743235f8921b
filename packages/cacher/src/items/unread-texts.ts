import type { StoredRow, TextPage } from '@kube-informer/core/snapshot'
import type { RowBodies } from './row-bodies.ts'

/** A row that waits for its text. */
interface UnreadRow {
  receive(text: string): void
}

/** The rows of a stored state whose texts were not read yet. Each page is read at most once, for all of its rows. */
export class UnreadTexts {
  readonly #bodies: RowBodies
  readonly #pages = new Map<TextPage, (UnreadRow | undefined)[]>()
  #failure: { readonly error: unknown } | undefined

  constructor(bodies: RowBodies) {
    this.#bodies = bodies
  }

  add(row: UnreadRow, { page, position }: StoredRow): void {
    const waiting = this.#pages.get(page) ?? []
    waiting[position] = row
    this.#pages.set(page, waiting)
  }

  /** Reads a page. Nothing happens if the state that it belongs to was replaced. Throws if it cannot be read. */
  read(page: TextPage): void {
    const waiting = this.#pages.get(page)
    if (!waiting) return
    try {
      const texts = page.read()
      this.#bodies.batch(() => {
        for (const [position, row] of waiting.entries()) row?.receive(texts[position] ?? '')
      })
      this.#pages.delete(page)
    } catch (error) {
      this.#failure ??= { error }
      throw error
    }
  }

  /** Reads the oldest page. Returns false if all were read, and throws if one of them could not be read. */
  readNext(): boolean {
    if (this.#failure) throw this.#failure.error
    const [page] = this.#pages.keys()
    if (page) this.read(page)
    return this.#pages.size > 0
  }

  /** The state is replaced: what was not read is not part of it any more. */
  clear(): void {
    this.#pages.clear()
    this.#failure = undefined
  }
}
