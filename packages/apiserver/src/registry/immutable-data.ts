import { deepEqual } from '../json/deep-equal.ts'
import { type AnyObject, fieldsOf } from '../object/any-object.ts'
import { configKeyErrors } from '../object/names.ts'
import { forbiddenValue, invalidValue, invalidValues } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'

/** Errors in the keys of a ConfigMap or Secret. */
export function dataKeyErrors({ data, binaryData }: AnyObject): readonly FieldError[] {
  const binary = fieldsOf(binaryData)
  return [
    ...Object.keys(fieldsOf(data)).flatMap(key => [
      ...invalidValues(`data[${key}]`, key, configKeyErrors(key)),
      ...(Object.hasOwn(binary, key)
        ? [invalidValue(`data[${key}]`, key, 'duplicate of key present in binaryData')]
        : []),
    ]),
    ...Object.keys(binary).flatMap(key => invalidValues(`binaryData[${key}]`, key, configKeyErrors(key))),
  ]
}

/** Errors of changes while `immutable` is set. */
export function immutableDataErrors(
  next: AnyObject,
  stored: AnyObject,
  members: readonly string[],
): readonly FieldError[] {
  if (stored.immutable !== true) return []
  const changed = members.filter(member => !deepEqual(next[member] ?? {}, stored[member] ?? {}))
  const fields = next.immutable === true ? changed : ['immutable', ...changed]
  return fields.map(field => forbiddenValue(field, 'field is immutable when `immutable` is set'))
}
