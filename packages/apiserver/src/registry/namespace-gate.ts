import type { StatusError } from '@kube-informer/core'
import { namespaces } from '../object/resources.ts'
import { forbidden, notFound } from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { Target } from './target.ts'

const PROTECTED: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/**
 * Lets new objects only into namespaces that exist and are not on their way out. One that a test merely put objects
 * into, without a Namespace, exists as far as this goes.
 */
export class NamespaceGate {
  readonly #storage: Storage
  readonly #named = new Set<string>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** A namespace that objects were put into directly. */
  name(namespace: string): void {
    this.#named.add(namespace)
  }

  /** Throws a 404 or a 403 where nothing may be created. */
  check({ kind, namespace }: Target, name: string): void {
    if (!kind.resource.namespaced) return
    const found = this.#storage.collection(namespaces).get(namespace)?.object
    if (!found) {
      if (this.#named.has(namespace)) return
      throw notFound(namespaces, namespace)
    }
    if (found.metadata?.deletionTimestamp)
      throw forbidden(
        kind.resource,
        name,
        `unable to create new content in namespace ${namespace} because it is being terminated`,
        [
          {
            reason: 'NamespaceTerminating',
            message: `namespace ${namespace} is being terminated`,
            field: 'metadata.namespace',
          },
        ],
      )
  }
}

/** The refusal to delete a namespace that every cluster needs; undefined for the others. */
export const protectedNamespaceError = (name: string): StatusError | undefined =>
  PROTECTED.has(name) ? forbidden(namespaces, name, 'this namespace may not be deleted') : undefined
