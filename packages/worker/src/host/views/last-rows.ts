import type { InformerStatus, Row } from '@kube-informer/core'
import type { Slice, SliceGroup } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import type { HeldView } from '../held-view/held-view.ts'
import { rowCounter } from '../slices/count-groups.ts'
import { FixedRows } from '../slices/fixed-rows.ts'
import type { RowOrder } from '../slices/row-order.ts'

/** The rows of a view that the server denies, and the status that they had. */
export interface DeniedRows {
  readonly rows: readonly Row[]
  readonly status: InformerStatus
  /** No change after it is in the rows. */
  readonly newestResourceVersion: string
}

/** Copies the present rows of a view; undefined where it has no data. */
export function deniedRowsOf({ view, status, newestResourceVersion }: HeldView): DeniedRows | undefined {
  return status.data === 'none' ? undefined : { rows: view.rows(), status, newestResourceVersion }
}

export interface LastRowsOptions {
  readonly denied: DeniedRows
  readonly slice: Slice
  readonly order: RowOrder
  readonly definition: CompiledDefinition
}

/**
 * The rows of all namespaces that the server denies, until each namespace has taken its own. Their views have
 * no resourceVersion: a quiet namespace may not reach the one of the cluster for minutes. Groups count the rows that match
 * the filter.
 */
export class LastRows {
  /** Of the rows that are left. */
  readonly status: InformerStatus
  readonly #options: LastRowsOptions
  readonly #views: Map<string, HeldView>

  constructor(options: LastRowsOptions) {
    const { error: _, ...status } = options.denied.status
    this.#options = options
    this.status = { ...status, link: 'connecting' }
    const byNamespace = new Map<string, Row[]>()
    for (const row of options.denied.rows) {
      const rows = byNamespace.get(row.namespace)
      if (rows) rows.push(row)
      else byNamespace.set(row.namespace, [row])
    }
    this.#views = new Map([...byNamespace].map(([namespace, rows]) => [namespace, this.#viewOf(rows)]))
  }

  /** By namespace, the rows that are left. */
  get left(): ReadonlyMap<string, HeldView> {
    return this.#views
  }

  get newestResourceVersion(): string {
    return this.#options.denied.newestResourceVersion
  }

  /** Removes the rows of a namespace, and returns them. */
  take(namespace: string): HeldView {
    const view = this.#views.get(namespace)
    this.#views.delete(namespace)
    return view ?? this.#viewOf([])
  }

  #viewOf(rows: readonly Row[]): HeldView {
    return {
      view: new FixedRows(rows, this.#options.order),
      status: this.status,
      coveredResourceVersion: '',
      newestResourceVersion: '',
      countGroups: this.#counterOf(rows),
      release: () => {},
    }
  }

  #counterOf(rows: readonly Row[]): (() => readonly SliceGroup[]) | undefined {
    const { slice, definition } = this.#options
    return slice.groupBy === undefined ? undefined : rowCounter(slice.groupBy, definition, () => rows)
  }
}
