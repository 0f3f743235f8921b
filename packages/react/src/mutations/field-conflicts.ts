import type { StatusError } from '@kube-informer/core'

/** A field of an apply that another manager owns. */
export interface FieldConflict {
  /** As the server names it: `.spec.replicas`, `.spec.template.spec.containers[name="web"].image`. */
  readonly field: string
  /** The owner; undefined where the server does not name it in the form of Kubernetes. */
  readonly manager: string | undefined
  /** How the owner wrote the field: by a server-side apply, or by another write. */
  readonly operation: 'Apply' | 'Update'
  /** The version in which the owner wrote the field; only of an `Update`. */
  readonly apiVersion?: string | undefined
  /** The subresource through which the owner wrote the field, such as `scale`. */
  readonly subresource?: string | undefined
  /** The server's description of the owner. */
  readonly message: string
}

/** As the apiserver writes an owner: `conflict with "kubectl" with subresource "scale" using apps/v1 at 2026-01-01T00:00:00Z`. */
const OWNER = /^conflict with "((?:[^"\\]|\\.)*)"(?: with subresource "([^"]*)")?(?: using (\S+))?/

/**
 * The fields that made the server reject an apply, with their owners; none for other errors.
 *
 * @example
 * for (const { field, manager } of fieldConflicts(error)) console.log(`${field} belongs to ${manager}`)
 */
export function fieldConflicts(error: unknown): readonly FieldConflict[] {
  // Without the class, which the bundle of a page does not contain otherwise.
  const causes = (error as Partial<StatusError> | undefined)?.status?.details?.causes ?? []
  return causes
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field = '', message = '' }) => {
      const [, manager, subresource, apiVersion] = OWNER.exec(message) ?? []
      return {
        field,
        // A manager consists of printable characters, of which Go's syntax escapes the quote and the backslash.
        manager: manager?.replace(/\\(.)/g, '$1'),
        operation: apiVersion ? 'Update' : 'Apply',
        apiVersion,
        subresource,
        message,
      }
    })
}
