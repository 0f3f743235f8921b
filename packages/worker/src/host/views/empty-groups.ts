import type { InformerStatus } from '@kube-informer/core'
import type { HeldView, ViewUser } from '../held-view/held-view.ts'
import type { NamespaceSource } from '../namespaces/known-namespaces.ts'
import { sumGroups } from '../slices/count-groups.ts'
import { ForwardedView } from './forwarded-view.ts'

export interface EmptyGroupsOptions {
  readonly source: NamespaceSource
  readonly user: ViewUser
  /** Opens the view whose objects are counted by namespace. */
  readonly open: (user: ViewUser) => HeldView
}

/**
 * A view whose groups also include the namespaces of a source. Its status is not complete before they are known. A source
 * that fails changes nothing.
 */
export class EmptyGroups extends ForwardedView {
  readonly #held: HeldView
  readonly #source: NamespaceSource
  readonly #unsubscribe: () => void
  #released = false

  constructor({ source, user, open }: EmptyGroupsOptions) {
    super()
    this.#held = open(user)
    this.#source = source
    this.#unsubscribe = source.subscribe(() => {
      if (this.#released) return
      user.onRows()
      user.onStatus()
    })
  }

  protected get shown(): HeldView {
    return this.#held
  }

  override get status(): InformerStatus {
    const { status } = this.#held
    const { isPending } = this.#source.known
    return isPending && status.data === 'complete' ? { ...status, data: 'cached' } : status
  }

  override get countGroups(): HeldView['countGroups'] {
    const { countGroups } = this.#held
    const { names } = this.#source.known
    return countGroups && (() => sumGroups([...countGroups(), ...names.map(value => ({ value, count: 0 }))]))
  }

  release(): void {
    this.#released = true
    this.#unsubscribe()
    this.#held.release()
  }
}
