import { pods } from '../../object/resources.ts'
import { type ControllerOptions, deleteNow } from './controller-options.ts'

/** Ends Pods that are being deleted, as kubelets do, and at once: nothing runs in them that would need its time. */
export class PodController {
  readonly #options: ControllerOptions

  constructor(options: ControllerOptions) {
    this.#options = options
  }

  /** One look at all Pods. */
  run(): void {
    const { kinds, storage } = this.#options
    const kind = kinds.of(pods)
    if (!kind) return
    const collection = storage.collection(pods)
    for (const key of [...collection.keys]) {
      const { namespace = '', name = '', ...metadata } = collection.get(key)?.object.metadata ?? {}
      // At 0 it was ended already, and waits for whoever holds it.
      const grace = metadata.deletionTimestamp === undefined ? 0 : (metadata.deletionGracePeriodSeconds ?? 0)
      if (grace > 0) deleteNow(this.#options, kind, { namespace, name })
    }
  }
}
