import type { CustomResourceDefinition } from '@kube-informer/core/resources'
import { completed } from '../crds/complete.ts'
import { holds } from '../crds/conditions.ts'
import { definitionOf } from '../crds/definition-of.ts'
import { asTerminating } from '../crds/terminating.ts'
import { definitionErrors } from '../crds/validate-definition.ts'
import type { AnyObject } from '../object/any-object.ts'
import { timestamp } from '../object/timestamp.ts'
import { IMMUTABLE, invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Strategy } from './strategy.ts'

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

/** Any object is one with any members. */
const asObject = (definition: CustomResourceDefinition): AnyObject => ({ ...definition })

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
