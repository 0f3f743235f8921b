import type { KubernetesObject, ObjectMeta } from '@kube-informer/core'

/**
 * An object that is built when it is first read. Until then it has only its type, namespace, name and owner references, so that
 * a cache of many objects is ready at once, and a page of a list builds its own objects only.
 *
 * @example new LazyObject({ metadata: { namespace: 'default', name: 'a' } }, () => buildPod('a'))
 */
export class LazyObject<T extends KubernetesObject = KubernetesObject> implements KubernetesObject {
  readonly kind: string
  readonly apiVersion: string
  readonly metadata: ObjectMeta
  #build: (() => T) | undefined
  #object: T | undefined

  /** @param build returns the object, which has this type, namespace, name and these owner references; called once */
  constructor({ kind = '', apiVersion = '', metadata = {} }: KubernetesObject, build: () => T) {
    this.kind = kind
    this.apiVersion = apiVersion
    this.metadata = metadata
    this.#build = build
  }

  /** Whether the object was read. */
  get isBuilt(): boolean {
    return this.#build === undefined
  }

  /** The whole object. */
  get object(): T {
    if (this.#build) {
      this.#object = this.#build()
      this.#build = undefined
    }
    return this.#object as T
  }
}
