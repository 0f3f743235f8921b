import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { type AnyObject, fieldsOf } from '../registry/any-object.ts'
import { IMMUTABLE, invalidValue } from '../registry/field-errors.ts'
import type { Strategy } from '../registry/strategy.ts'
import type { FieldError } from '../rest/status.ts'
import { completed, NO_VERSIONS } from './complete.ts'
import { holds } from './conditions.ts'
import { asTerminating } from './terminating.ts'
import { definitionErrors } from './validate-definition.ts'

/** What is special about CustomResourceDefinitions. What becomes of them once they are stored is `CustomResources`'. */
export const customResourceDefinitionStrategy: Partial<Strategy> = {
  validatesSchema: true,
  prepareForCreate: object => asNew(completed(withoutStatus(definitionOf(object)))),
  prepareForUpdate: next => asObject(completed(definitionOf(next))),
  validate: object => definitionErrors(definitionOf(object)),
  validateUpdate: (next, stored) => changeErrors(definitionOf(next), definitionOf(stored)),
  prepareForDelete: (object, { now }) => asObject(asTerminating(definitionOf(object), timestamp(now))),
}

const withoutStatus = ({
  status: _status,
  ...definition
}: CustomResourceDefinition): CustomResourceDefinition => definition

/** As a server writes it: the conditions are a list that nobody has made yet. */
const asNew = (definition: CustomResourceDefinition): AnyObject => ({
  ...definition,
  status: { conditions: null, ...definition.status },
})

const timestamp = (now: number): string => new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')

/** Any object is one with any members. */
const asObject = (definition: CustomResourceDefinition): AnyObject => ({ ...definition })

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

/** What of a definition can never change, or not once it is established. */
function changeErrors(
  next: CustomResourceDefinition,
  stored: CustomResourceDefinition,
): readonly FieldError[] {
  const unchanging = (field: string, value: string, before: string) =>
    value === before ? [] : [invalidValue(field, value, IMMUTABLE)]
  const [after, before] = [next.spec, stored.spec]
  return [
    ...unchanging('spec.group', after.group, before.group),
    ...unchanging('spec.names.plural', after.names.plural, before.names.plural),
    ...(holds(stored, 'Established')
      ? [
          ...unchanging('spec.scope', after.scope, before.scope),
          ...unchanging('spec.names.kind', after.names.kind, before.names.kind),
        ]
      : []),
  ]
}
