import { deepEqual } from '../json/deep-equal.ts'
import { isObject } from '../json/json-value.ts'
import { type AnyObject, fieldsOf, itemsOf, textOf, withMetadata } from '../object/any-object.ts'
import { invalidValue, requiredValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'

const FIELD = 'metadata.ownerReferences'

/** Errors in an object's owner references. */
export function ownerReferenceErrors(references: readonly unknown[]): readonly FieldError[] {
  const errors = references.flatMap((reference, index) =>
    referenceErrors(fieldsOf(reference), `${FIELD}[${index}]`),
  )
  const controllers = references
    .map(fieldsOf)
    .filter(({ controller }) => controller === true)
    .map(({ kind, name }) => `${textOf(kind)}/${textOf(name)}`)
  const [first, ...others] = controllers
  return [
    ...errors,
    ...others.map(other =>
      invalidValue(
        FIELD,
        references,
        `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${other}`,
      ),
    ),
  ]
}

function referenceErrors(reference: Readonly<Record<string, unknown>>, field: string): readonly FieldError[] {
  const { apiVersion, kind } = reference
  const missing = ['apiVersion', 'kind', 'name', 'uid']
    .filter(name => textOf(reference[name]) === '')
    .map(name => requiredValue(`${field}.${name}`, 'must not be empty'))
  const isEvent = apiVersion === 'v1' && kind === 'Event'
  return isEvent
    ? [...missing, invalidValue(field, reference, '/v1, Kind=Event is disallowed from being an owner')]
    : missing
}

/** Removes duplicate owner references, and warns about them. */
export function withDistinctOwners(
  object: AnyObject,
  warn: (message: string) => void,
  afterPatch = false,
): AnyObject {
  const references = itemsOf(object.metadata?.ownerReferences)
  const distinct: unknown[] = []
  const repeated: string[] = []
  for (const reference of references) {
    if (distinct.some(known => deepEqual(known, reference))) repeated.push(uidOf(reference))
    else distinct.push(reference)
  }
  if (repeated.length === 0) return object
  warn(warningOf(repeated, afterPatch))
  return withMetadata(object, { ownerReferences: distinct })
}

const uidOf = (reference: unknown): string => (isObject(reference) ? textOf(reference.uid) : '')

const warningOf = (uids: readonly string[], afterPatch: boolean): string =>
  `.metadata.ownerReferences contains duplicate entries${afterPatch ? ' after mutating admission happens' : ''}; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${uids.join(', ')}`
