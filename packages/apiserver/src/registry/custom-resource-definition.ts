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

/** The strategy of CustomResourceDefinitions. The class `CustomResources` processes them after they are stored. */
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

/** As a server stores a new definition: the conditions are null. */
const asNew = (definition: CustomResourceDefinition): AnyObject => ({
  ...definition,
  status: { conditions: null, ...definition.status },
})

/** Adds the index signature. */
const asObject = (definition: CustomResourceDefinition): AnyObject => ({ ...definition })

/** Errors of changes to immutable fields; some are immutable only after the definition is established. */
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
