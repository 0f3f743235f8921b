import {
  type Clock,
  createListWatch,
  type InformerClient,
  type Random,
  SharedIndexInformer,
} from '@kube-informer/core'
import { Timer } from '@kube-informer/core/internal'
import { clusterRoleBindings, clusterRoles, roleBindings, roles } from '@kube-informer/core/resources'

const RESOURCES = [clusterRoleBindings, clusterRoles, roleBindings, roles]
/** An apiserver decides by its own cache of RBAC objects, which may be older than the watch. */
const AGAIN_MS = 2000

export interface RbacWatchOptions {
  readonly client: InformerClient
  readonly clock: Clock
  readonly random: Random
  /** Called at once after a change, and again two seconds after the last one. Changes within a second are one. */
  readonly onChange: () => void
  /** Receives the errors of lists and watches, which are retried. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Watches the metadata of Roles, RoleBindings, ClusterRoles and ClusterRoleBindings until the signal aborts. */
export async function watchRbac(options: RbacWatchOptions, signal: AbortSignal): Promise<void> {
  const { client, clock, random, onError: onWatchError } = options
  const notifier = new ChangeNotifier(options)
  const informers = RESOURCES.map(resource => {
    const listerWatcher = createListWatch(client, resource, { metadataOnly: true, pick: [] })
    const informer = new SharedIndexInformer({ listerWatcher, clock, random, onWatchError })
    informer.addEventHandler({
      onAdd: (_object, isInInitialList) => {
        if (!isInInitialList) notifier.changed()
      },
      onUpdate: () => notifier.changed(),
      onDelete: () => notifier.changed(),
    })
    return informer
  })
  await Promise.all(informers.map(informer => informer.run(signal)))
  notifier.stop()
}

/** Notifies of the first change at once, of others at most once a second, and once more after the last one. */
class ChangeNotifier {
  readonly #onChange: () => void
  readonly #clock: Clock
  readonly #again: Timer
  readonly #limit: Timer
  #hasChanged = false

  constructor({ onChange, clock }: Pick<RbacWatchOptions, 'onChange' | 'clock'>) {
    this.#onChange = onChange
    this.#clock = clock
    this.#again = new Timer(this.#clock)
    this.#limit = new Timer(this.#clock)
  }

  changed(): void {
    this.#again.start(AGAIN_MS, () => this.#onChange())
    this.#hasChanged = true
    if (!this.#limit.isPending) this.#notify()
  }

  stop(): void {
    this.#again.stop()
    this.#limit.stop()
  }

  #notify(): void {
    if (!this.#hasChanged) return
    this.#hasChanged = false
    this.#limit.start(1000, () => this.#notify())
    this.#onChange()
  }
}
