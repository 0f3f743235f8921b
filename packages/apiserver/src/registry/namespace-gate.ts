import type { StatusError } from '@kube-informer/core'
import { namespaces } from '../object/resources.ts'
import { forbidden, notFound } from '../status/status-errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { Target } from './target.ts'

const PROTECTED: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public'])

/**
 * Allows creation only in namespaces that exist and are not terminating. A namespace into which a test stored objects
 * directly counts as existing.
 */
export class NamespaceGate {
  readonly #storage: Storage
  readonly #named = new Set<string>()

  constructor(storage: Storage) {
    this.#storage = storage
  }

  /** Records a namespace that has directly stored objects. */
  name(namespace: string): void {
    this.#named.add(namespace)
  }

  /** Throws a 404 or 403 if nothing may be created in the namespace. */
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

/** The Status error for deleting a system namespace; undefined for others. */
export const protectedNamespaceError = (name: string): StatusError | undefined =>
  PROTECTED.has(name) ? forbidden(namespaces, name, 'this namespace may not be deleted') : undefined
