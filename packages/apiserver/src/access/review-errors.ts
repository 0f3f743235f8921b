import { type Fields, fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import { labelValueErrors, qualifiedNameErrors } from '../object/names.ts'
import { forbiddenValue, invalidValue, invalidValues, requiredValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'

const ATTRIBUTES = 'spec.resourceAttributes'
const UNION = 'exactly one of nonResourceAttributes or resourceAttributes must be specified'
const BOTH = 'may not specified at the same time as requirements'

/** Errors of what an access review asks, without its user. */
export function attributeErrors({ resourceAttributes }: Fields): readonly FieldError[] {
  const { fieldSelector, labelSelector } = fieldsOf(resourceAttributes)
  return [
    ...selectorErrors(fieldSelector, `${ATTRIBUTES}.fieldSelector`, fieldRequirementErrors),
    ...selectorErrors(labelSelector, `${ATTRIBUTES}.labelSelector`, labelRequirementErrors),
  ]
}

/** A review asks about a resource or about a path. */
export const unionErrors = ({ resourceAttributes, nonResourceAttributes }: Fields): readonly FieldError[] =>
  (resourceAttributes === undefined) === (nonResourceAttributes === undefined)
    ? [invalidValue('spec', goAttributes(nonResourceAttributes), UNION)]
    : []

export const subjectErrors = ({ user, groups }: Fields): readonly FieldError[] =>
  textOf(user) === '' && itemsOf(groups).length === 0
    ? [invalidValue('spec.user', '', 'at least one of user or group must be specified')]
    : []

/** Errors of a LocalSubjectAccessReview. */
export function localErrors(
  { resourceAttributes, nonResourceAttributes }: Fields,
  namespace: string,
): readonly FieldError[] {
  const asked = textOf(fieldsOf(resourceAttributes).namespace)
  return [
    ...(resourceAttributes !== undefined && asked !== namespace
      ? [invalidValue(`${ATTRIBUTES}.namespace`, asked, 'must match metadata.namespace')]
      : []),
    ...(nonResourceAttributes !== undefined
      ? [
          invalidValue(
            'spec.nonResourceAttributes',
            goAttributes(nonResourceAttributes),
            'disallowed on this kind of request',
          ),
        ]
      : []),
  ]
}

/** The message has the members of a Go struct. */
function goAttributes(given: unknown): object | null {
  if (given === undefined) return null
  const { path, verb } = fieldsOf(given)
  return { Path: textOf(path), Verb: textOf(verb) }
}

type RequirementErrors = (requirement: Fields, at: string) => readonly FieldError[]

function selectorErrors(given: unknown, at: string, errorsOf: RequirementErrors): readonly FieldError[] {
  if (given === undefined) return []
  const { rawSelector, requirements } = fieldsOf(given)
  const raw = textOf(rawSelector)
  const sent = itemsOf(requirements).map(fieldsOf)
  return [
    ...(raw !== '' && sent.length > 0 ? [invalidValue(`${at}.rawSelector`, raw, BOTH)] : []),
    ...(raw === '' && sent.length === 0
      ? [
          requiredValue(
            `${at}.requirements`,
            `when ${at} is specified, requirements or rawSelector is required`,
          ),
        ]
      : []),
    ...sent.flatMap((requirement, index) => errorsOf(requirement, `${at}.requirements[${index}]`)),
  ]
}

const fieldRequirementErrors: RequirementErrors = (requirement, at) => [
  ...(textOf(requirement.key) === '' ? [requiredValue(`${at}.key`, 'must be specified')] : []),
  ...countErrors(requirement, at),
]

const labelRequirementErrors: RequirementErrors = (requirement, at) => [
  ...countErrors(requirement, at),
  ...invalidValues(`${at}.key`, textOf(requirement.key), qualifiedNameErrors(textOf(requirement.key))),
  ...itemsOf(requirement.values).flatMap((value, index) =>
    invalidValues(`${at}.values[${index}]`, value, labelValueErrors(textOf(value))),
  ),
]

/** Whether the number of values fits the operator. Unknown operators are accepted: a newer client may send them. */
function countErrors({ operator, values }: Fields, at: string): readonly FieldError[] {
  const isEmpty = itemsOf(values).length === 0
  if (operator === 'In' || operator === 'NotIn')
    return isEmpty
      ? [requiredValue(`${at}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
      : []
  return !isEmpty && (operator === 'Exists' || operator === 'DoesNotExist')
    ? [forbiddenValue(`${at}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
    : []
}
