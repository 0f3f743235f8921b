import type { InformerStatus } from '@kube-informer/core'
import type { HeldView } from '../held-view/held-view.ts'
import { NO_SORTED_ROWS, type SortedRows } from '../slices/sorted-rows.ts'

export interface StatusViewOptions {
  /** The status of the informer that serves the scope now; undefined where none runs. */
  readonly read: () => InformerStatus | undefined
  readonly onReleased: () => void
}

/** The status where no informer runs. */
export const NOT_RUNNING: InformerStatus = Object.freeze({
  data: 'none',
  link: 'stopped',
  resourceVersion: '',
  counters: Object.freeze({ objects: 0, events: 0, relists: 0, restarts: 0, bytes: 0 }),
})

/** Reports the status of the informer that serves a scope. It has no rows, and neither starts an informer nor keeps one running. */
export class StatusView implements HeldView {
  readonly view: SortedRows = NO_SORTED_ROWS
  readonly coveredResourceVersion = ''
  readonly newestResourceVersion = ''
  readonly countGroups = undefined
  readonly release: () => void
  readonly #read: () => InformerStatus | undefined

  constructor({ read, onReleased }: StatusViewOptions) {
    this.#read = read
    this.release = onReleased
  }

  get status(): InformerStatus {
    return this.#read() ?? NOT_RUNNING
  }
}

/** Shows nothing. */
export const NO_VIEW: HeldView = new StatusView({ read: () => undefined, onReleased() {} })
