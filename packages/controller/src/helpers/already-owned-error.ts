import { InformerError, type KubernetesObject, type OwnerReference } from '@kube-informer/core'

/** Another controller owns the object (controller-runtime `controllerutil.AlreadyOwnedError`). */
export class AlreadyOwnedError extends InformerError {
  override readonly name = 'AlreadyOwnedError'
  readonly code = 'AlreadyOwnedError'
  /** The controller that owns the object. */
  readonly owner: OwnerReference

  constructor({ metadata }: KubernetesObject, owner: OwnerReference) {
    const at = `${metadata?.namespace ?? ''}/${metadata?.name ?? ''}`
    super(`Object ${at} is already owned by another ${owner.kind} controller ${owner.name}`)
    this.owner = owner
  }
}
