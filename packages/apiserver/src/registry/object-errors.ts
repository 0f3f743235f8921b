import type { AnyObject } from '../object/any-object.ts'
import { validate } from '../schema/validate.ts'
import type { FieldError } from '../status/status-errors.ts'
import { knowsFinalizers } from './kind-facts.ts'
import type { Target } from './target.ts'
import { anyMetadataErrors, metadataErrors, metadataUpdateErrors } from './validate-metadata.ts'

/** Everything that is wrong with a new object. */
export function objectErrors(target: Target, object: AnyObject): readonly FieldError[] {
  const { kind, strategy } = target
  const rules = {
    isNamespaced: kind.resource.namespaced,
    knowsFinalizers: knowsFinalizers(kind),
    name: strategy.name,
  }
  return [...metadataErrors(object.metadata ?? {}, rules), ...specErrors(target, object)]
}

/**
 * Everything that is wrong with a change. What was wrong with the stored object before is not held against it: a test
 * may have put it there as it is.
 */
export function changeErrors(
  target: Target,
  next: AnyObject,
  stored: AnyObject,
  ownErrors: readonly FieldError[],
): readonly FieldError[] {
  const known = new Set(stateErrors(target, stored).map(textOfError))
  const change = metadataUpdateErrors(next.metadata ?? {}, stored.metadata ?? {}, {
    knowsFinalizers: knowsFinalizers(target.kind),
  })
  const metadata = anyMetadataErrors(next.metadata ?? {}, target.kind.resource.namespaced)
  // Metadata are judged for all kinds, and once more for each, which shows in causes of custom resources.
  const spec = specErrors(target, next)
  const isChangeFirst = target.strategy.judgesChangeFirst
  const rest = isChangeFirst ? [...ownErrors, ...spec] : [...spec, ...ownErrors]
  const all = [...metadata, ...change, ...change, ...rest]
  return all.filter(error => !known.has(textOfError(error)))
}

const textOfError = ({ field, type, detail }: FieldError): string => `${field}: ${type}: ${detail}`

const stateErrors = (target: Target, object: AnyObject): readonly FieldError[] => [
  ...anyMetadataErrors(object.metadata ?? {}, target.kind.resource.namespaced),
  ...specErrors(target, object),
]

/** What the kind itself says, and what its schema says of other fields. */
function specErrors(target: Target, object: AnyObject): readonly FieldError[] {
  const own = target.subresource === 'status' ? [] : (target.strategy.validate?.(object) ?? [])
  const fields = new Set(own.map(({ field }) => field))
  return [...own, ...schemaErrors(target, object).filter(({ field }) => !fields.has(field))]
}

const schemaErrors = ({ schema, strategy }: Target, object: AnyObject): readonly FieldError[] => [
  ...(schema && !strategy.validatesSchema ? validate(schema, object) : []),
  ...(strategy.validateLast?.(object) ?? []),
]
