import type { StatusError } from '@kube-informer/core'
import { parsePath, readPath } from '@kube-informer/core/paths'
import { isObject } from '../json/json-value.ts'
import {
  type AnyObject,
  countOf,
  type Fields,
  fieldsOf,
  itemsOf,
  objectMetaOf,
  textOf,
  withMembers,
  withMetadata,
} from '../object/any-object.ts'
import { invalidValue } from '../status/field-errors.ts'
import { badRequest, failure, invalid } from '../status/status-errors.ts'
import type { Target } from './target.ts'

const BUILT_IN = {
  specReplicasPath: '.spec.replicas',
  statusReplicasPath: '.status.replicas',
  labelSelectorPath: undefined,
}

const pathsOf = ({ kind }: Target) => kind.scale ?? BUILT_IN
const segments = (path: string): readonly string[] => parsePath(path.replace(/^\./, ''))
const read = (object: AnyObject, path: string): unknown => readPath(object, segments(path))

/** A workload as autoscaling/v1 Scale; throws if a custom one has no number of replicas. */
export function scaleOf(target: Target, object: AnyObject, mustSay = true): AnyObject {
  const { specReplicasPath, statusReplicasPath } = pathsOf(target)
  const replicas = read(object, specReplicasPath)
  if (replicas === undefined && target.kind.scale && mustSay) throw missingReplicas(specReplicasPath)
  const { name, namespace, uid, resourceVersion, creationTimestamp } = objectMetaOf(object)
  const selector = selectorOf(target, object)
  return {
    kind: 'Scale',
    apiVersion: 'autoscaling/v1',
    metadata: withMembers({}, { name, namespace, uid, resourceVersion, creationTimestamp }),
    spec: replicas ? { replicas } : {},
    status: {
      replicas: countOf(read(object, statusReplicasPath)),
      ...(selector ? { selector } : {}),
    },
  }
}

/** The selector as text; built-in workloads have it as an object. */
function selectorOf(target: Target, object: AnyObject): string {
  if (target.kind.scale) {
    const { labelSelectorPath } = target.kind.scale
    return labelSelectorPath ? textOf(read(object, labelSelectorPath)) : ''
  }
  const selector = fieldsOf(fieldsOf(object.spec).selector)
  const { matchLabels = selector.matchExpressions ? {} : selector, matchExpressions } = selector
  const labels = Object.entries(fieldsOf(matchLabels)).map(([key, value]) => `${key}=${value}`)
  return [...labels, ...itemsOf(matchExpressions).map(expressionText)].sort().join(',')
}

function expressionText(expression: unknown): string {
  const { key, operator, values } = fieldsOf(expression)
  const list = itemsOf(values).join(',')
  switch (operator) {
    case 'In':
      return `${key} in (${list})`
    case 'NotIn':
      return `${key} notin (${list})`
    default:
      return operator === 'Exists' ? `${key}` : `!${key}`
  }
}

const missingReplicas = (path: string): StatusError => {
  const message = `the spec replicas field ${JSON.stringify(path)} does not exist`
  return failure({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  })
}

/** The path of the number of replicas. */
export const replicasPathOf = (target: Target): readonly string[] =>
  segments(pathsOf(target).specReplicasPath)

/** Decodes a Scale; throws a 400 if it is invalid, or a 422 if a patch made it. */
export function decodeScale(value: unknown, isPatched = false): AnyObject {
  if (!isObject(value)) throw badRequest('the object provided is unrecognized (must be of type Scale)')
  const { replicas } = fieldsOf(value.spec)
  const given = Array.isArray(replicas) ? 'array' : typeof replicas
  if (replicas === undefined || replicas === null || given === 'number') return value
  const why = `json: cannot unmarshal ${given} into Go struct field ScaleSpec.spec.replicas of type int32`
  throw isPatched
    ? invalid({ kind: '', group: '' }, '', [invalidValue('patch', JSON.stringify(value), why)])
    : badRequest(`Scale in version "v1" cannot be handled as a Scale: ${why}`)
}

/** The Status error for negative replicas; custom resources have a validation error of their own. */
export function scaleErrors({ kind, name }: Target, { spec }: AnyObject): StatusError | undefined {
  const replicas = countOf(fieldsOf(spec).replicas)
  if (replicas >= 0 || kind.scale) return undefined
  return invalid({ kind: 'Scale', group: 'autoscaling' }, name, [
    invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0'),
  ])
}

/** The workload with the replicas of a Scale. */
export function withReplicas(
  target: Target,
  object: AnyObject,
  replicas: unknown,
  resourceVersion: string | undefined,
): AnyObject {
  const changed = written(object, replicasPathOf(target), countOf(replicas))
  return withMetadata({ ...object, ...changed }, { ...(resourceVersion ? { resourceVersion } : {}) })
}

function written(value: unknown, [head, ...rest]: readonly string[], replicas: number): Fields {
  const fields = fieldsOf(value)
  if (head === undefined) return fields
  return { ...fields, [head]: rest.length === 0 ? replicas : written(fields[head], rest, replicas) }
}
