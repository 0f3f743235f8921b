import { type AnyObject, fieldsOf, textOf } from '../object/any-object.ts'
import { tooLongValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { dataKeyErrors, immutableDataErrors } from './immutable-data.ts'
import type { Strategy } from './strategy.ts'

const MAX_BYTES = 1024 * 1024

/** The strategy of ConfigMaps. */
export const configMapStrategy: Partial<Strategy> = {
  judgesChangeFirst: true,
  validate: object => [...dataKeyErrors(object), ...sizeErrors(object)],
  validateUpdate: (next, stored) => immutableDataErrors(next, stored, ['data', 'binaryData']),
}

function sizeErrors({ data, binaryData }: AnyObject): readonly FieldError[] {
  const encoder = new TextEncoder()
  let bytes = 0
  for (const value of Object.values(fieldsOf(data))) bytes += encoder.encode(textOf(value)).length
  for (const value of Object.values(fieldsOf(binaryData))) bytes += base64Length(textOf(value))
  return bytes > MAX_BYTES ? [tooLongValue('', MAX_BYTES)] : []
}

/** The number of bytes in a base64 string. */
export const base64Length = (text: string): number => Math.floor((text.replace(/=+$/, '').length * 3) / 4)
