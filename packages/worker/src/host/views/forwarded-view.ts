import type { InformerStatus } from '@kube-informer/core'
import type { HeldView } from '../held-view/held-view.ts'

/** A view that shows another one, and differs from it in some members. */
export abstract class ForwardedView implements HeldView {
  /** The view that is shown now. */
  protected abstract get shown(): HeldView

  get view(): HeldView['view'] {
    return this.shown.view
  }

  get status(): InformerStatus {
    return this.shown.status
  }

  get coveredResourceVersion(): string {
    return this.shown.coveredResourceVersion
  }

  get newestResourceVersion(): string {
    return this.shown.newestResourceVersion
  }

  get countGroups(): HeldView['countGroups'] {
    return this.shown.countGroups
  }

  get parts(): HeldView['parts'] {
    return this.shown.parts
  }

  get isOverlaid(): HeldView['isOverlaid'] {
    return this.shown.isOverlaid
  }

  get stored(): HeldView['stored'] {
    return this.shown.stored
  }

  get snapshot(): HeldView['snapshot'] {
    return this.shown.snapshot
  }

  get firstPage(): HeldView['firstPage'] {
    return this.shown.firstPage
  }

  abstract release(): void
}
