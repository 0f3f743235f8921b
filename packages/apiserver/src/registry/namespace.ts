import {
  type AnyObject,
  type Fields,
  fieldsOf,
  itemsOf,
  textOf,
  withMembers,
  withMetadata,
} from '../object/any-object.ts'
import { qualifiedNameErrors } from '../object/names.ts'
import { invalidValue, invalidValues } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import type { Strategy, WriteContext } from './strategy.ts'

const OWN_FINALIZER = 'kubernetes'
const LEVELS: readonly string[] = ['privileged', 'baseline', 'restricted']
const NAME_LABEL = 'kubernetes.io/metadata.name'

/** The strategy of Namespaces: deletion completes when `/finalize` has cleared their own finalizers. */
export const namespaceStrategy: Partial<Strategy> = {
  prepareForCreate: object => {
    const spec = fieldsOf(object.spec)
    const finalizers = itemsOf(spec.finalizers)
    return named({
      ...object,
      spec: {
        ...spec,
        finalizers: finalizers.includes(OWN_FINALIZER) ? finalizers : [...finalizers, OWN_FINALIZER],
      },
      status: { phase: 'Active' },
    })
  },
  prepareForUpdate: (next, stored, context) => named(withOwnParts(next, stored, context)),
  validate: ({ metadata, spec }) => [
    ...finalizerErrors(fieldsOf(spec)),
    ...securityLevelErrors(fieldsOf(metadata?.labels)),
  ],
  validateUpdate: (next, _stored, { subresource }) => (subresource === 'status' ? phaseErrors(next) : []),
}

/** Restricts a write to its part: the object, its status, or its finalizers. */
function withOwnParts(next: AnyObject, stored: AnyObject, { subresource }: WriteContext): AnyObject {
  if (subresource === 'status') return next
  if (subresource === 'finalize') return withMembers(next, { status: stored.status })
  const { finalizers } = fieldsOf(stored.spec)
  return { ...next, spec: withMembers(fieldsOf(next.spec), { finalizers }) }
}

const named = (object: AnyObject): AnyObject =>
  withMetadata(object, {
    labels: { ...fieldsOf(object.metadata?.labels), [NAME_LABEL]: object.metadata?.name },
  })

/** Validates the Pod security levels in the labels. */
const securityLevelErrors = (labels: Fields): readonly FieldError[] =>
  ['enforce', 'audit', 'warn'].flatMap(mode => {
    const label = `pod-security.kubernetes.io/${mode}`
    const level = labels[label]
    return level === undefined || LEVELS.includes(textOf(level))
      ? []
      : [invalidValue(`metadata.labels[${label}]`, level, `must be one of ${LEVELS.join(', ')}`)]
  })

const finalizerErrors = ({ finalizers }: Readonly<Record<string, unknown>>): readonly FieldError[] =>
  itemsOf(finalizers).flatMap(name =>
    textOf(name) === OWN_FINALIZER
      ? []
      : [
          ...invalidValues('spec.finalizers', name, qualifiedNameErrors(textOf(name))),
          ...(textOf(name).includes('/')
            ? []
            : [
                invalidValue(
                  'spec.finalizers',
                  name,
                  'name is neither a standard finalizer name nor is it fully qualified',
                ),
              ]),
        ],
  )

function phaseErrors({ metadata, status }: AnyObject): readonly FieldError[] {
  const { phase } = fieldsOf(status)
  if (metadata?.deletionTimestamp)
    return phase === 'Terminating'
      ? []
      : [invalidValue('status.Phase', phase, "may only be 'Terminating' if `deletionTimestamp` is not empty")]
  return phase === 'Active'
    ? []
    : [invalidValue('status.Phase', phase, "may only be 'Active' if `deletionTimestamp` is empty")]
}

/** Whether a Namespace has finalizers of its own left. */
export const awaitsFinalize = ({ kind, spec }: AnyObject): boolean =>
  kind === 'Namespace' && itemsOf(fieldsOf(spec).finalizers).length > 0
