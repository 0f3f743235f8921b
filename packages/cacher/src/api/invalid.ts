import type { StatusCause, StatusError } from '@kube-informer/core'
import { failure } from './status-errors.ts'

/** One violated rule of an object or of a query. */
export interface FieldError {
  readonly field: string
  readonly type:
    | 'Forbidden'
    | 'Unsupported value'
    | 'Invalid value'
    | 'Required value'
    | 'Too long'
    | 'Too many'
    | 'Too few'
    | 'Duplicate value'
    | 'Not found'
    | 'Internal error'
  /** The text after the type; may be "". */
  readonly detail: string
  /** The reason of the cause, if it differs from that of the type. */
  readonly reason?: string | undefined
}

const CAUSES: Readonly<Record<FieldError['type'], string>> = {
  Forbidden: 'FieldValueForbidden',
  'Unsupported value': 'FieldValueNotSupported',
  'Invalid value': 'FieldValueInvalid',
  'Required value': 'FieldValueRequired',
  'Too long': 'FieldValueTooLong',
  'Too many': 'FieldValueTooMany',
  'Too few': 'FieldValueTooFew',
  'Duplicate value': 'FieldValueDuplicate',
  'Not found': 'FieldValueNotFound',
  'Internal error': 'InternalError',
}

/** The text of an error without its field. */
const bodyOf = ({ type, detail }: FieldError): string => (detail === '' ? type : `${type}: ${detail}`)

const causeOf = (error: FieldError): StatusCause => ({
  reason: error.reason ?? CAUSES[error.type],
  message: bodyOf(error),
  field: error.field,
})

/** Removes duplicate errors. */
function distinct(errors: readonly FieldError[]): readonly FieldError[] {
  const byText = new Map(errors.map(error => [`${error.field}: ${bodyOf(error)}`, error]))
  return [...byText.values()]
}

/**
 * A 422 for violated rules. The message contains each error once.
 *
 * @param repeatsCauses whether the causes include duplicates, as for custom resources
 */
export function invalid(
  type: { readonly kind: string; readonly group: string },
  name: string,
  allErrors: readonly FieldError[],
  repeatsCauses = false,
): StatusError {
  const errors = distinct(allErrors)
  const qualified = type.group ? `${type.kind}.${type.group}` : type.kind
  const texts = errors.map(error => `${error.field}: ${bodyOf(error)}`)
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return failure({
    code: 422,
    reason: 'Invalid',
    message: `${qualified} "${name}" is invalid: ${text}`,
    details: {
      ...(name ? { name } : {}),
      ...(type.group ? { group: type.group } : {}),
      ...(type.kind ? { kind: type.kind } : {}),
      causes: (repeatsCauses ? allErrors : errors).map(causeOf),
    },
  })
}
