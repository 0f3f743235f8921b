import { type Fields, fieldsOf, numberOf, textOf } from '../object/any-object.ts'
import { invalidValue, unsupportedValue } from '../status/field-errors.ts'
import { decodeDeleteOptions } from './delete-options-body.ts'
import { dryRunErrors, invalidOptions, isTrue, parseInteger } from './write-options.ts'

/** Conditions of a delete (meta/v1 Preconditions). */
export interface Preconditions {
  readonly uid?: string | undefined
  readonly resourceVersion?: string | undefined
}

/** How a delete treats dependents. */
type Propagation = 'Foreground' | 'Background' | 'Orphan'

/** The options of a delete. */
export interface DeleteOptions {
  readonly dryRun: boolean
  readonly gracePeriodSeconds?: number | undefined
  readonly propagationPolicy?: Propagation | undefined
  readonly preconditions: Preconditions
  /** Set by the deprecated `orphanDependents: false`: dependents are deleted, too. */
  readonly isCascading: boolean
}

const POLICIES: readonly string[] = ['Foreground', 'Background', 'Orphan', 'nil']

/** Parses DeleteOptions from the body, or from the query if there is no body. Throws 400 and 422. */
export const parseDeleteOptions = (body: unknown, query: URLSearchParams): DeleteOptions =>
  optionsOf(body === undefined ? fromQuery(query) : decodeDeleteOptions(body))

function fromQuery(query: URLSearchParams): Fields {
  const grace = query.get('gracePeriodSeconds')
  const orphan = query.get('orphanDependents')
  const policy = query.get('propagationPolicy')
  return {
    ...(grace ? { gracePeriodSeconds: parseInteger(grace) } : {}),
    ...(orphan === null ? {} : { orphanDependents: isTrue(orphan) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
    ...(query.has('dryRun') ? { dryRun: query.getAll('dryRun') } : {}),
  }
}

function optionsOf(fields: Fields): DeleteOptions {
  const { orphanDependents, propagationPolicy } = fields
  const dryRun = Array.isArray(fields.dryRun) ? fields.dryRun : []
  const hasPolicy = propagationPolicy !== undefined && propagationPolicy !== null
  const isOrphaning = typeof orphanDependents === 'boolean'
  const errors = [
    ...(hasPolicy && isOrphaning
      ? [
          invalidValue(
            'propagationPolicy',
            propagationPolicy,
            'orphanDependents and deletionPropagation cannot be both set',
          ),
        ]
      : []),
    ...(hasPolicy && !isPropagation(propagationPolicy)
      ? [unsupportedValue('propagationPolicy', propagationPolicy, POLICIES)]
      : []),
    ...dryRunErrors(dryRun),
  ]
  if (errors.length > 0) throw invalidOptions('DeleteOptions', errors)
  const policy = isOrphaning ? (orphanDependents ? 'Orphan' : 'Background') : propagationPolicy
  const { uid, resourceVersion } = fieldsOf(fields.preconditions)
  return {
    dryRun: dryRun.length > 0,
    gracePeriodSeconds: numberOf(fields.gracePeriodSeconds),
    propagationPolicy: isPropagation(policy) ? policy : undefined,
    preconditions: {
      uid: uid === undefined ? undefined : textOf(uid),
      resourceVersion: resourceVersion === undefined ? undefined : textOf(resourceVersion),
    },
    isCascading: orphanDependents === false,
  }
}

const isPropagation = (value: unknown): value is Propagation =>
  value === 'Foreground' || value === 'Background' || value === 'Orphan'
