import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { type AnyObject, fieldsOf } from '../object/any-object.ts'
import { NO_VERSIONS } from './complete.ts'

/** An object as the definition that it is, or would be: what must be there is, if only empty. */
export function definitionOf(object: AnyObject): CustomResourceDefinition {
  const spec = fieldsOf(object.spec)
  const names = { plural: '', kind: '', ...fieldsOf(spec.names) }
  const given = Array.isArray(spec.versions) && spec.versions !== NO_VERSIONS ? spec.versions : undefined
  const versions = given?.map(version => ({ name: '', ...fieldsOf(version) })) ?? NO_VERSIONS
  const definition: unknown = { ...object, spec: { group: '', scope: '', ...spec, names, versions } }
  // The members have the right types: the request was decoded by the schema of the kind.
  return definition as CustomResourceDefinition
}
