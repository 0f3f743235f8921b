import type { ObjectMeta } from '@kube-informer/core'
import { deepEqual } from '../json/deep-equal.ts'
import { fieldsOf, itemsOf, textOf } from '../object/any-object.ts'
import {
  asPrefix,
  labelErrors,
  labelValueErrors,
  pathPrefixErrors,
  pathSegmentErrors,
  qualifiedNameErrors,
  type TextRule,
} from '../object/names.ts'
import {
  forbiddenValue,
  IMMUTABLE,
  invalidValue,
  invalidValues,
  requiredValue,
  tooLongValue,
} from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { ownerReferenceErrors } from './owner-references.ts'

const MAX_ANNOTATIONS_BYTES = 256 * 1024
/** The finalizers of Kubernetes itself. */
export const STANDARD_FINALIZERS: readonly string[] = ['kubernetes', 'orphan', 'foregroundDeletion']
/** Members that only the server changes. */
const KEPT = ['uid', 'creationTimestamp', 'deletionTimestamp', 'deletionGracePeriodSeconds'] as const

/** A kind's rules for metadata. */
export interface MetadataRules {
  readonly isNamespaced: boolean
  /** Rejects finalizers without a domain, except those of Kubernetes. */
  readonly knowsFinalizers: boolean
  readonly name: TextRule
}

/** Errors in the metadata of a new object, whose name is set. */
export function metadataErrors(metadata: ObjectMeta, rules: MetadataRules): readonly FieldError[] {
  const { generateName, name } = metadata
  return [
    ...(generateName
      ? invalidValues('metadata.generateName', generateName, rules.name(asPrefix(generateName)))
      : []),
    ...(name
      ? invalidValues('metadata.name', name, rules.name(name))
      : [requiredValue('metadata.name', 'name or generateName is required')]),
    ...commonErrors(metadata, rules),
    ...(rules.knowsFinalizers ? shortFinalizerErrors(metadata) : []),
  ]
}

/** Errors that apply to all kinds, new objects or not; names must be valid path segments. */
export function anyMetadataErrors(metadata: ObjectMeta, isNamespaced: boolean): readonly FieldError[] {
  const { generateName, name = '' } = metadata
  return [
    ...(generateName
      ? invalidValues('metadata.generateName', generateName, pathPrefixErrors(generateName))
      : []),
    ...invalidValues('metadata.name', name, pathSegmentErrors(name)),
    ...commonErrors(metadata, { isNamespaced }),
  ]
}

/** Errors of a metadata change. */
export function metadataUpdateErrors(
  next: ObjectMeta,
  stored: ObjectMeta,
  { knowsFinalizers }: Pick<MetadataRules, 'knowsFinalizers'>,
): readonly FieldError[] {
  return [
    ...(stored.deletionTimestamp ? newFinalizerErrors(next, stored) : []),
    ...KEPT.filter(name => !deepEqual(next[name], stored[name])).map(name =>
      invalidValue(`metadata.${name}`, next[name], IMMUTABLE),
    ),
    ...labelsErrors(next),
    ...annotationsErrors(next),
    ...ownerReferenceErrors(itemsOf(next.ownerReferences)),
    ...(knowsFinalizers ? shortFinalizerErrors(next) : []),
  ]
}

function commonErrors(
  metadata: ObjectMeta,
  { isNamespaced }: Pick<MetadataRules, 'isNamespaced'>,
): readonly FieldError[] {
  return [
    ...namespaceErrors(metadata.namespace ?? '', isNamespaced),
    ...generationErrors(metadata),
    ...labelsErrors(metadata),
    ...annotationsErrors(metadata),
    ...ownerReferenceErrors(itemsOf(metadata.ownerReferences)),
    ...finalizersErrors(metadata),
  ]
}

function namespaceErrors(namespace: string, isNamespaced: boolean): readonly FieldError[] {
  const field = 'metadata.namespace'
  if (!isNamespaced) return namespace ? [forbiddenValue(field, 'not allowed on this type')] : []
  return namespace ? invalidValues(field, namespace, labelErrors(namespace)) : [requiredValue(field)]
}

const generationErrors = ({ generation = 0 }: ObjectMeta): readonly FieldError[] =>
  generation < 0
    ? [invalidValue('metadata.generation', generation, 'must be greater than or equal to 0')]
    : []

const labelsErrors = ({ labels }: ObjectMeta): readonly FieldError[] =>
  Object.entries(fieldsOf(labels)).flatMap(([key, value]) => [
    ...invalidValues('metadata.labels', key, qualifiedNameErrors(key)),
    ...invalidValues('metadata.labels', value, labelValueErrors(textOf(value))),
  ])

function annotationsErrors({ annotations }: ObjectMeta): readonly FieldError[] {
  const entries = Object.entries(fieldsOf(annotations))
  const encoder = new TextEncoder()
  const bytes = entries.reduce(
    (sum, [key, value]) => sum + encoder.encode(key).length + encoder.encode(textOf(value)).length,
    0,
  )
  return [
    ...entries.flatMap(([key]) =>
      invalidValues('metadata.annotations', key, qualifiedNameErrors(key.toLowerCase())),
    ),
    ...(bytes > MAX_ANNOTATIONS_BYTES ? [tooLongValue('metadata.annotations', MAX_ANNOTATIONS_BYTES)] : []),
  ]
}

function finalizersErrors({ finalizers = [] }: ObjectMeta): readonly FieldError[] {
  const field = 'metadata.finalizers'
  const errors = finalizers.flatMap(name => invalidValues(field, name, qualifiedNameErrors(name)))
  const isTorn = finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')
  const torn = 'finalizer orphan and foregroundDeletion cannot be both set'
  return isTorn ? [...errors, invalidValue(field, finalizers, torn)] : errors
}

/** Most built-in kinds accept only the standard finalizers without a domain. */
const shortFinalizerErrors = ({ finalizers = [] }: ObjectMeta): readonly FieldError[] =>
  finalizers.flatMap((name, index) =>
    name.includes('/') || STANDARD_FINALIZERS.includes(name)
      ? []
      : [
          invalidValue(
            `metadata.finalizers[${index}]`,
            name,
            'name is neither a standard finalizer name nor is it fully qualified',
          ),
        ],
  )

function newFinalizerErrors(next: ObjectMeta, stored: ObjectMeta): readonly FieldError[] {
  const known = new Set(stored.finalizers ?? [])
  const added = [...new Set(next.finalizers ?? [])].filter(name => !known.has(name)).sort()
  if (added.length === 0) return []
  const list = added.map(name => JSON.stringify(name)).join(', ')
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers []string{${list}}`
  return [forbiddenValue('metadata.finalizers', detail)]
}
