import type { Clock } from '@kube-informer/core'
import type { TableColumn } from '@kube-informer/core/columns'
import type { ServedKind } from '../../api/served-kind.ts'
import type { Negotiated } from '../request/negotiate.ts'
import { SharedChunks } from './shared-chunks.ts'
import type { IncludeObject } from './tables.ts'
import { type FrameEncoder, metadataFrames, objectFrames, tableFrames } from './watch-encoders.ts'

/**
 * The frame encoders of a kind. Watches with the same representation share an encoder and therefore the encoded bytes.
 */
export class FrameEncoders {
  readonly #kind: ServedKind
  readonly #clock: Clock
  readonly #known = new Map<string, SharedChunks>()

  constructor(kind: ServedKind, clock: Clock) {
    this.#kind = kind
    this.#clock = clock
  }

  /** @param columns the table columns; every call for a kind passes the same ones */
  of(
    { as, version }: Negotiated,
    includeObject: IncludeObject,
    columns: readonly TableColumn[],
  ): SharedChunks {
    const name = as === 'Table' ? `${as} ${version} ${includeObject}` : as ? version : ''
    let chunks = this.#known.get(name)
    if (!chunks) {
      const table = (namesColumns: boolean) =>
        tableFrames(
          this.#kind,
          () => ({ columns, includeObject, version, now: this.#clock.now() }),
          namesColumns,
        )
      const same = (encoder: FrameEncoder) => new SharedChunks(encoder, encoder)
      chunks =
        as === 'Table'
          ? new SharedChunks(table(true), table(false))
          : same(as ? metadataFrames(version) : objectFrames(this.#kind))
      this.#known.set(name, chunks)
    }
    return chunks
  }
}
