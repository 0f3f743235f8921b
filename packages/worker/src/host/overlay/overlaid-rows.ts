import {
  type Clock,
  encodeRow,
  type KubernetesObject,
  type Row,
  readObject,
  type SharedIndexInformer,
} from '@kube-informer/core'
import { trimmedRow } from '@kube-informer/core/rows'
import type { Scope } from '../../api/subscription.ts'
import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { newestOf } from '../held-view/versions.ts'
import { rowFilter } from '../slices/row-filter.ts'
import type { RowIndex } from '../slices/row-index.ts'
import { indexValues } from '../slices/row-source.ts'
import { isReached, type KnownState } from './known-state.ts'
import type { WriteStep } from './pending-write.ts'
import { changedTableRow, knownTableRow, type TableRowChange } from './table-row.ts'
import type { OverlayReader, WriteOverlay } from './write-overlay.ts'

export interface OverlaidRowsOptions {
  readonly overlay: WriteOverlay
  readonly definition: CompiledDefinition
  /** The scope of the informer. */
  readonly scope: Scope
  readonly informer: () => Pick<SharedIndexInformer<Row>, 'indexer' | 'coveredResourceVersion'>
  /** Whether the server refuses the scope: a write does not wait for it. */
  readonly isRefused: () => boolean
  readonly onChanged: (key: string) => void
  readonly clock: Pick<Clock, 'now'>
}

/** A row that the writes have changed, or whose object they have created or removed. */
interface Difference {
  readonly stored: Row | undefined
  readonly shown: Row | undefined
}

/** The result for a key, until its row or its writes change. */
interface Remembered extends Difference {
  readonly steps: readonly WriteStep[]
}

/**
 * The rows of an informer with the pending writes over them. Views read these rows. Without a write, every call goes to the
 * informer's own cache.
 */
export class OverlaidRows implements RowIndex, OverlayReader {
  readonly isWhole: boolean
  readonly isTable: boolean
  readonly #options: OverlaidRowsOptions
  readonly #test: ((row: Row) => boolean) | undefined
  readonly #remembered = new Map<string, Remembered>()
  readonly #detach: () => void

  constructor(options: OverlaidRowsOptions) {
    const { overlay, scope, definition } = options
    this.#options = options
    this.isTable = definition.table !== undefined
    this.isWhole = !scope.labelSelector && !scope.fieldSelector
    this.#test = this.isWhole ? undefined : testOf(scope, definition)
    this.#detach = overlay.attach(this)
  }

  /** Whether the rows differ from those of the server. */
  get isOverlaid(): boolean {
    return this.#differences().length > 0
  }

  /** The newest state that is shown and that the cache lacks: it is from the response to a write. "" for none. */
  get reportedResourceVersion(): string {
    const shown = this.#options.overlay.keys.filter(key => this.stored(key) !== this.getByKey(key))
    const reported = shown.flatMap(key => this.#stepsOf(key).flatMap(({ known }) => known ?? []))
    return newestOf(reported.map(({ resourceVersion }) => resourceVersion))
  }

  get size(): number {
    const added = this.#differences().map(({ stored, shown }) => Number(!stored) - Number(!shown))
    return added.reduce((sum, each) => sum + each, this.#indexer.size)
  }

  getByKey(key: string): Row | undefined {
    const stored = this.#indexer.getByKey(key)
    const isPlain = this.#options.overlay.isEmpty || !this.#isInNamespace(key)
    return isPlain ? stored : this.#show(key, stored)
  }

  list(): readonly Row[] {
    return this.#replace(this.#indexer.list(), () => true)
  }

  byIndex(name: string, value: string): readonly Row[] {
    return this.#replace(this.#indexer.byIndex(name, value), this.#hasValue(name, value))
  }

  countByIndex(name: string, value: string): number {
    const hasValue = this.#hasValue(name, value)
    const counts = (row: Row | undefined) => Number(row !== undefined && hasValue(row))
    const added = this.#differences().map(({ stored, shown }) => counts(shown) - counts(stored))
    return added.reduce((sum, each) => sum + each, this.#indexer.countByIndex(name, value))
  }

  listIndexFuncValues(name: string): readonly string[] {
    const stored = this.#indexer.listIndexFuncValues(name)
    const shown = this.#differences().flatMap(each => (each.shown ? [each.shown] : []))
    if (shown.length === 0 && !this.isOverlaid) return stored
    const valuesOf = this.#valuesOf(name)
    const values = new Set([...stored, ...shown.flatMap(valuesOf)])
    return [...values].filter(value => this.countByIndex(name, value) > 0)
  }

  awaits(key: string): boolean {
    return this.#isInNamespace(key) && !this.#options.isRefused()
  }

  /** The watch of a scope with selectors does not report the objects that it does not contain. */
  hasReached(key: string, state: KnownState): boolean {
    return this.#isReached(key, state) || (!this.isWhole && !this.stored(key) && !this.getByKey(key))
  }

  stored(key: string): Row | undefined {
    return this.#indexer.getByKey(key)
  }

  onChanged(key: string): void {
    this.#options.onChanged(key)
  }

  /** The informer has stopped. */
  close(): void {
    this.#detach()
  }

  get #indexer(): RowIndex {
    return this.#options.informer().indexer
  }

  #isReached(key: string, state: KnownState): boolean {
    return isReached(state, this.stored(key), this.#options.informer().coveredResourceVersion)
  }

  #isInNamespace(key: string): boolean {
    const { namespace } = this.#options.scope
    return !namespace || key.startsWith(`${namespace}/`)
  }

  #differences(): readonly Difference[] {
    const { overlay } = this.#options
    if (overlay.isEmpty) return NONE
    return overlay.keys
      .map(key => ({ stored: this.stored(key), shown: this.getByKey(key) }))
      .filter(({ stored, shown }) => stored !== shown)
  }

  #replace(rows: readonly Row[], holds: (row: Row) => boolean): readonly Row[] {
    const differences = this.#differences()
    if (differences.length === 0) return rows
    const replaced = new Set(differences.map(({ stored }) => stored))
    const shown = differences.flatMap(each => (each.shown && holds(each.shown) ? [each.shown] : []))
    return [...rows.filter(row => !replaced.has(row)), ...shown]
  }

  /** An index function may throw for an object that is not complete; the object has no values then. */
  #valuesOf(name: string): (row: Row) => readonly string[] {
    const valuesOf = indexValues(name, this.#options.definition)
    return row => {
      try {
        return valuesOf(row)
      } catch {
        return []
      }
    }
  }

  #hasValue(name: string, value: string): (row: Row) => boolean {
    const valuesOf = this.#valuesOf(name)
    return row => valuesOf(row).includes(value)
  }

  #show(key: string, stored: Row | undefined): Row | undefined {
    const steps = this.#stepsOf(key)
    if (steps.length === 0) {
      this.#remembered.delete(key)
      return stored
    }
    const before = this.#remembered.get(key)
    if (before && before.stored === stored && sameItems(before.steps, steps)) return before.shown
    const shown = this.#inScope(stored, this.#apply(steps, stored))
    this.#remembered.set(key, { stored, steps, shown })
    return shown
  }

  /** What the cache lacks of the writes of an object. */
  #stepsOf(key: string): readonly WriteStep[] {
    const steps = this.#options.overlay.writesOf(key).map(({ step }) => step)
    return steps.filter(({ known }) => !known || !this.#isReached(key, known))
  }

  #apply(steps: readonly WriteStep[], stored: Row | undefined): Row | undefined {
    let row = stored
    for (const { effect, known } of steps) {
      if (known?.type === 'object') row = this.#encodeKnown(known.object, row)
      else if (known?.type === 'gone') row = row?.uid === known.uid ? undefined : row
      else if (effect) row = this.#change(row, effect)
    }
    return row
  }

  /** Text that cannot be read, and an effect that throws, change nothing. */
  #change(row: Row | undefined, effect: NonNullable<WriteStep['effect']>): Row | undefined {
    try {
      if (this.isTable) return changedTableRow(row, effect, this.#tableChange)
      const before = row && readObject(row)
      const after = effect(before)
      if (after === before) return row
      if (!after) return undefined
      const { definition, overlay } = this.#options
      const { resource, trim, pick } = definition
      const changed = row ? trimmedRow(resource, after, { trim, pick }) : this.#encode(after)
      return { ...changed, uid: row?.uid ?? '', resourceVersion: overlay.nextResourceVersion() }
    } catch {
      return row
    }
  }

  #encodeKnown(object: KubernetesObject, before: Row | undefined): Row | undefined {
    try {
      return this.isTable ? knownTableRow(before, object, this.#tableChange) : this.#encode(object)
    } catch {
      return before
    }
  }

  get #tableChange(): TableRowChange {
    const { overlay, clock } = this.#options
    return { nextResourceVersion: () => overlay.nextResourceVersion(), now: clock.now() }
  }

  /** The row that the informer would have. Throws what the definition's transform throws. */
  #encode(object: KubernetesObject): Row {
    const { resource, transform, trim, pick } = this.#options.definition
    const row = trimmedRow(resource, object, { trim, pick })
    return transform ? encodeRow(transform(readObject(row))) : row
  }

  /** Where the cache lacks what the selectors read, the scope has the objects that the server has sent. */
  #inScope(stored: Row | undefined, shown: Row | undefined): Row | undefined {
    if (!shown || this.isWhole) return shown
    if (!this.#test) return stored && shown
    return this.#test(shown) || (stored && !this.#test(stored)) ? shown : undefined
  }
}

const NONE: readonly Difference[] = []

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index])

/** Undefined for selectors that cannot be evaluated on the cached rows. */
function testOf(
  { labelSelector, fieldSelector }: Scope,
  definition: CompiledDefinition,
): ((row: Row) => boolean) | undefined {
  try {
    return rowFilter({ labelSelector, fieldSelector }, definition)
  } catch {
    return undefined
  }
}
