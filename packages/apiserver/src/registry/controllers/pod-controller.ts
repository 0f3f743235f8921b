import { pods } from '../../object/resources.ts'
import { knownMetadata } from '../../storage/stored-object.ts'
import { type ControllerOptions, deleteNow } from './controller-options.ts'

/** Completes the deletion of Pods immediately, as a kubelet does after the containers stopped. */
export class PodController {
  readonly #options: ControllerOptions

  constructor(options: ControllerOptions) {
    this.#options = options
  }

  /** Processes all Pods. */
  run(): void {
    const { kinds, storage } = this.#options
    const kind = kinds.of(pods)
    if (!kind) return
    const collection = storage.collection(pods)
    for (const key of [...collection.keys]) {
      const stored = collection.get(key)
      const { namespace = '', name = '', ...metadata } = stored ? knownMetadata(stored) : {}
      // With a grace period of 0 the Pod was stopped before, and waits for its finalizers.
      const grace = metadata.deletionTimestamp === undefined ? 0 : (metadata.deletionGracePeriodSeconds ?? 0)
      if (grace > 0) deleteNow(this.#options, kind, { namespace, name })
    }
  }
}
