import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { type AnyObject, fieldsOf } from '../object/any-object.ts'
import { NO_VERSIONS } from './complete.ts'

/** Reads an object as a definition; missing required members become empty. */
export function definitionOf(object: AnyObject): CustomResourceDefinition {
  const spec = fieldsOf(object.spec)
  const names = { plural: '', kind: '', ...fieldsOf(spec.names) }
  const given = Array.isArray(spec.versions) && spec.versions !== NO_VERSIONS ? spec.versions : undefined
  const versions = given?.map(version => ({ name: '', ...fieldsOf(version) })) ?? NO_VERSIONS
  const definition: unknown = { ...object, spec: { group: '', scope: '', ...spec, names, versions } }
  // The types are right: the request was decoded with the kind's schema.
  return definition as CustomResourceDefinition
}
