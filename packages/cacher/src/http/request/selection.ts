import { type KubernetesObject, parseLabelSelector, UsageError } from '@kube-informer/core'
import { parsePath, readPath } from '@kube-informer/core/paths'
import { type FieldRequirement, parseFieldRequirements } from '@kube-informer/core/selectors'
import type { ServedKind } from '../../api/served-kind.ts'
import { badRequest } from '../../api/status-errors.ts'

const ALWAYS: readonly string[] = ['metadata.name', 'metadata.namespace']

/** The scope that field selectors restrict a read to; "" means unrestricted. */
export interface SelectedScope {
  readonly namespace: string
  readonly name: string
}

/**
 * Throws the server's 400 if a selector cannot be parsed or uses a field that the kind does not support.
 *
 * @returns the namespace and the name that the field selector requires, if any
 */
export function checkSelectors(
  kind: ServedKind,
  { labelSelector, fieldSelector }: { readonly labelSelector: string; readonly fieldSelector: string },
): SelectedScope {
  parsing(() => parseLabelSelector(labelSelector))
  const requirements = parsing(() => parseFieldRequirements(fieldSelector))
  checkFields(kind, requirements)
  const only = (path: string) =>
    requirements.find(({ field, operator }) => field === path && operator === '=')?.value ?? ''
  return {
    namespace: kind.resource.namespaced ? only('metadata.namespace') : '',
    name: only('metadata.name'),
  }
}

/** The values of an object's selectable fields besides name and namespace, by path. */
export function fieldsOf(kind: ServedKind, object: KubernetesObject): Readonly<Record<string, string>> {
  const fields: Record<string, string> = {}
  for (const path of kind.selectableFields)
    fields[path] = kind.fieldValue ? kind.fieldValue(object, path) : fieldAt(object, path)
  return fields
}

/** The value at a path as text; "" if there is none. */
function fieldAt(object: KubernetesObject, path: string): string {
  const value = readPath(object, parsePath(path))
  return value === undefined || value === null ? '' : String(value)
}

/** Throws the server's 400 if a selector uses a field that the kind does not support. */
function checkFields(kind: ServedKind, requirements: readonly FieldRequirement[]): void {
  const known = new Set([...ALWAYS, ...kind.selectableFields])
  const unknown = requirements.find(({ field }) => !known.has(field))
  if (!unknown) return
  throw badRequest(kind.unknownField?.(unknown.field) ?? unknownField(kind, unknown.field))
}

/** Kinds with selectable fields have their own message. */
const unknownField = ({ selectableFields, isBuiltIn }: ServedKind, field: string): string =>
  selectableFields.length > 0 || !isBuiltIn
    ? `field label not supported: ${field}`
    : `${JSON.stringify(field)} is not a known field selector: only "metadata.name", "metadata.namespace"`

function parsing<T>(parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof UsageError ? badRequest(error.message) : error
  }
}
