import type { KubernetesObject } from '@kube-informer/core'
import type { Kind } from '../kinds/kind.ts'
import { type AnyObject, fieldsOf, itemsOf } from '../object/any-object.ts'
import { namespaces } from '../object/resources.ts'
import { stampInOrder } from '../registry/stored-form.ts'
import { nameOf } from './base/stored-metadata.ts'
import { type ControllerOptions, deleteNow, namespacedKinds } from './controller-options.ts'

/** Deletes the contents of terminating namespaces, and then the namespaces unless finalizers keep contents. */
export class NamespaceController {
  readonly #options: ControllerOptions

  constructor(options: ControllerOptions) {
    this.#options = options
  }

  /** Processes all namespaces. */
  run(): void {
    const collection = this.#options.storage.collection(namespaces)
    for (const key of [...collection.keys]) {
      const object = collection.get(key)?.object
      if (object?.metadata?.deletionTimestamp) this.#empty(object)
    }
  }

  #empty(namespace: KubernetesObject): void {
    const name = nameOf(namespace)
    const kinds = namespacedKinds(this.#options.kinds)
    for (const kind of kinds)
      for (const key of this.#keysOf(kind, name))
        deleteNow(this.#options, kind, { namespace: name, name: key.slice(name.length + 1) })
    if (kinds.every(kind => this.#keysOf(kind, name).length === 0)) this.#finalize(namespace)
  }

  #keysOf(kind: Kind, namespace: string): readonly string[] {
    const { keys } = this.#options.storage.collection(kind.resource)
    return keys.filter(key => key.startsWith(`${namespace}/`))
  }

  #finalize(namespace: KubernetesObject): void {
    const { spec } = namespace as AnyObject
    const before = itemsOf(fieldsOf(spec).finalizers)
    const finalizers = before.filter(name => name !== 'kubernetes')
    const collection = this.#options.storage.collection(namespaces)
    const name = nameOf(namespace)
    const isHeld = finalizers.length > 0 || (namespace.metadata?.finalizers ?? []).length > 0
    if (!isHeld) collection.remove(name)
    else if (finalizers.length < before.length)
      collection.put(name, revision =>
        stampInOrder({ ...namespace, spec: { ...fieldsOf(spec), finalizers } }, revision),
      )
  }
}
