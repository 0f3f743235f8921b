import { type AnyObject, countOf, fieldsOf, numberOf } from '../object/any-object.ts'
import { invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Strategy } from './strategy.ts'

/** The strategy of Leases. */
export const leaseStrategy: Partial<Strategy> = {
  prepareForCreate: withoutGated,
  prepareForUpdate: withoutGated,
  validate: leaseErrors,
}

/** Drops the fields of coordinated Leases, which are behind a feature gate. */
function withoutGated(object: AnyObject): AnyObject {
  const { strategy: _strategy, preferredHolder: _holder, ...spec } = fieldsOf(object.spec)
  return object.spec === undefined ? object : { ...object, spec }
}

function leaseErrors({ spec }: AnyObject): readonly FieldError[] {
  const { leaseDurationSeconds, leaseTransitions } = fieldsOf(spec)
  const duration = numberOf(leaseDurationSeconds) ?? 1
  const transitions = countOf(leaseTransitions)
  return [
    ...(duration <= 0 ? [invalidValue('spec.leaseDurationSeconds', duration, 'must be greater than 0')] : []),
    ...(transitions < 0
      ? [invalidValue('spec.leaseTransitions', transitions, 'must be greater than or equal to 0')]
      : []),
  ]
}
