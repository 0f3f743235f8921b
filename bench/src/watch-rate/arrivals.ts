import type { SharedIndexInformer } from '@kube-informer/core'

/** Counts the notifications of a handler after the initial list. */
export class Arrivals {
  /** Resolves when this many changes have arrived. */
  readonly all: Promise<void>
  /** Resolves when the initial list was delivered. */
  readonly synced: Promise<void>

  constructor(informer: SharedIndexInformer<unknown>, events: number) {
    let arrived = 0
    let onAll: () => void = () => {}
    this.all = new Promise(resolve => {
      onAll = resolve
    })
    const count = () => {
      if (++arrived === events) onAll()
    }
    const handler = informer.addEventHandler({
      onAdd: (_, isInInitialList) => {
        if (!isInInitialList) count()
      },
      onUpdate: count,
    })
    this.synced = handler.synced
  }
}
