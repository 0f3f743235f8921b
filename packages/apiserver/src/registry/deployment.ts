import { deepEqual } from '../json/deep-equal.ts'
import { isObject } from '../json/json-value.ts'
import {
  type AnyObject,
  countOf,
  type Fields,
  fieldsOf,
  itemsOf,
  textOf,
  withMembers,
} from '../object/any-object.ts'
import {
  forbiddenValue,
  IMMUTABLE,
  invalidValue,
  requiredValue,
  unsupportedValue,
} from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'

/** The strategy of Deployments. */
export const deploymentStrategy: Partial<Strategy> = {
  countsAnnotations: true,
  statusMetadata: 'all but labels',
  validate: ({ spec }) => [
    ...workloadErrors(fieldsOf(spec), 'deployment'),
    ...strategyErrors(fieldsOf(spec)),
  ],
  validateUpdate: (next, stored, { subresource }) =>
    subresource === 'status' ? statusErrors(fieldsOf(next.status)) : selectorChangeErrors(next, stored),
}

/** Errors in the spec of a workload that manages Pods. */
export function workloadErrors(spec: Fields, workload: string): readonly FieldError[] {
  const replicas = countOf(spec.replicas)
  const template = fieldsOf(spec.template)
  const podSpec = fieldsOf(template.spec)
  return [
    ...(replicas < 0 ? [invalidValue('spec.replicas', replicas, 'must be greater than or equal to 0')] : []),
    ...selectorErrors(spec, workload),
    ...templateLabelErrors(spec),
    ...podSpecErrors(podSpec, 'spec.template.spec'),
    ...(textOf(podSpec.restartPolicy) && podSpec.restartPolicy !== 'Always'
      ? [unsupportedValue('spec.template.spec.restartPolicy', podSpec.restartPolicy, ['Always'])]
      : []),
  ]
}

const isEmpty = (selector: Fields): boolean =>
  Object.keys(fieldsOf(selector.matchLabels)).length + itemsOf(selector.matchExpressions).length === 0

function selectorErrors({ selector }: Fields, workload: string): readonly FieldError[] {
  if (!isObject(selector)) return [requiredValue('spec.selector')]
  return isEmpty(selector)
    ? [invalidValue('spec.selector', selector, `empty selector is invalid for ${workload}`)]
    : []
}

function templateLabelErrors({ selector, template }: Fields): readonly FieldError[] {
  const { labels } = fieldsOf(fieldsOf(template).metadata)
  if (isObject(selector) && isEmpty(selector)) return []
  return isObject(selector) && selects(selector, fieldsOf(labels))
    ? []
    : [invalidValue('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]
}

function selects({ matchLabels, matchExpressions }: Fields, labels: Fields): boolean {
  return (
    Object.entries(fieldsOf(matchLabels)).every(([key, value]) => labels[key] === value) &&
    itemsOf(matchExpressions).every(expression => isMet(fieldsOf(expression), labels))
  )
}

function isMet({ key, operator, values }: Fields, labels: Fields): boolean {
  const value = labels[textOf(key)]
  switch (operator) {
    case 'In':
      return value !== undefined && itemsOf(values).includes(value)
    case 'NotIn':
      return value === undefined || !itemsOf(values).includes(value)
    case 'Exists':
      return value !== undefined
    default:
      return value === undefined
  }
}

/** The settings of a rolling update are validated for rolling updates only. */
function strategyErrors({ strategy }: Fields): readonly FieldError[] {
  const { type, rollingUpdate } = fieldsOf(strategy)
  return type === 'Recreate' && rollingUpdate !== undefined
    ? [
        forbiddenValue(
          'spec.strategy.rollingUpdate',
          "may not be specified when strategy `type` is 'Recreate'",
        ),
      ]
    : []
}

const COUNTS = [
  'observedGeneration',
  'replicas',
  'updatedReplicas',
  'readyReplicas',
  'availableReplicas',
  'unavailableReplicas',
  'terminatingReplicas',
  'collisionCount',
]

/** Partial counts must not exceed the total. */
function statusErrors(status: Fields): readonly FieldError[] {
  const count = (name: string) => countOf(status[name])
  const exceeds = (part: string, whole: string, text: string) =>
    count(part) > count(whole)
      ? [invalidValue(`status.${part}`, count(part), `cannot be greater than ${text}`)]
      : []
  return [
    ...COUNTS.filter(name => count(name) < 0).map(name =>
      invalidValue(`status.${name}`, count(name), 'must be greater than or equal to 0'),
    ),
    ...exceeds('updatedReplicas', 'replicas', 'status.replicas'),
    ...exceeds('readyReplicas', 'replicas', 'status.replicas'),
    ...exceeds('availableReplicas', 'replicas', 'status.replicas'),
    ...exceeds('availableReplicas', 'readyReplicas', 'readyReplicas'),
  ]
}

/** A selector with members in Go's order, as messages print it. */
function inGoOrder(selector: unknown): Fields | null {
  if (!isObject(selector) || Object.keys(selector).length === 0) return null
  const { matchLabels, matchExpressions } = selector
  return withMembers({}, { matchLabels, matchExpressions })
}

/** Selectors are immutable. */
export function selectorChangeErrors(next: AnyObject, stored: AnyObject): readonly FieldError[] {
  const { selector } = fieldsOf(next.spec)
  return deepEqual(selector, fieldsOf(stored.spec).selector)
    ? []
    : [invalidValue('spec.selector', inGoOrder(selector), IMMUTABLE)]
}
