import type { Field } from './field.ts'

/** An object of the API in a document. */
export interface ObjectField {
  readonly apiVersion: string
  readonly kind: string
  readonly field: Field
}

/** The object of a document; for a list, its members. Reports documents that are no objects. */
export function listObjects(
  field: Field,
  of?: { readonly apiVersion: string; readonly kind: string },
): ObjectField[] {
  if (!field.mapping()) return []
  // The members of a list that a server sends have no type of their own.
  const kind = field.at('kind').text() ?? of?.kind
  const apiVersion = field.at('apiVersion').text() ?? of?.apiVersion
  if (kind === undefined || apiVersion === undefined) {
    field.report('must be a Kubernetes object, with apiVersion and kind')
    return []
  }
  if (!kind.endsWith('List') || !Array.isArray(field.at('items').value)) return [{ apiVersion, kind, field }]
  const member = kind === 'List' ? undefined : { apiVersion, kind: kind.slice(0, -'List'.length) }
  return field
    .at('items')
    .list()
    .flatMap(item => listObjects(item, member))
}
