import { type AnyObject, objectMetaOf } from '../object/any-object.ts'
import { validate } from '../schema/validate.ts'
import type { FieldError } from '../status/status-errors.ts'
import { knowsFinalizers } from './kind-facts.ts'
import type { Target } from './target.ts'
import { anyMetadataErrors, metadataErrors, metadataUpdateErrors } from './validate-metadata.ts'

/** All validation errors of a new object. */
export function objectErrors(target: Target, object: AnyObject): readonly FieldError[] {
  const { kind, strategy } = target
  const rules = {
    isNamespaced: kind.resource.namespaced,
    knowsFinalizers: knowsFinalizers(kind),
    name: strategy.name,
  }
  return [...metadataErrors(objectMetaOf(object), rules), ...specErrors(target, object)]
}

/**
 * All validation errors of a change. Errors that the stored object already had are excluded: a test may have stored it
 * directly.
 */
export function changeErrors(
  target: Target,
  next: AnyObject,
  stored: AnyObject,
  ownErrors: readonly FieldError[],
): readonly FieldError[] {
  const known = new Set(stateErrors(target, stored).map(textOfError))
  const change = metadataUpdateErrors(objectMetaOf(next), objectMetaOf(stored), {
    knowsFinalizers: knowsFinalizers(target.kind),
  })
  const metadata = anyMetadataErrors(objectMetaOf(next), target.kind.resource.namespaced)
  // Metadata is validated twice, in general and per kind; custom resources show both in their causes.
  const spec = specErrors(target, next)
  const isChangeFirst = target.strategy.judgesChangeFirst
  const rest = isChangeFirst ? [...ownErrors, ...spec] : [...spec, ...ownErrors]
  const all = [...metadata, ...change, ...change, ...rest]
  return all.filter(error => !known.has(textOfError(error)))
}

const textOfError = ({ field, type, detail }: FieldError): string => `${field}: ${type}: ${detail}`

const stateErrors = (target: Target, object: AnyObject): readonly FieldError[] => [
  ...anyMetadataErrors(objectMetaOf(object), target.kind.resource.namespaced),
  ...specErrors(target, object),
]

/** The errors of the kind's strategy, and of the schema for other fields. */
function specErrors(target: Target, object: AnyObject): readonly FieldError[] {
  const own = target.subresource === 'status' ? [] : (target.strategy.validate?.(object) ?? [])
  const fields = new Set(own.map(({ field }) => field))
  return [...own, ...schemaErrors(target, object).filter(({ field }) => !fields.has(field))]
}

const schemaErrors = ({ schema, strategy }: Target, object: AnyObject): readonly FieldError[] => [
  ...(schema && !strategy.validatesSchema ? validate(schema, object) : []),
  ...(strategy.validateLast?.(object) ?? []),
]
