import { deepEqual } from '../json/deep-equal.ts'
import {
  type AnyObject,
  countOf,
  type Fields,
  fieldsOf,
  itemsOf,
  numberOf,
  textOf,
  withMembers,
} from '../object/any-object.ts'
import { timestamp } from '../object/timestamp.ts'
import { forbiddenValue, invalidValue } from '../status/field-errors.ts'
import type { FieldError } from '../status/status-errors.ts'
import { qosClassOf } from './pod-qos.ts'
import { podSpecErrors } from './pod-spec.ts'
import type { Strategy } from './strategy.ts'

/** The default toleration of an unhealthy node. */
const TOLERATED_SECONDS = 300
const UNWELL = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'] as const
const MAY_CHANGE =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/** The strategy of Pods. */
export const podStrategy: Partial<Strategy> = {
  admit: admitPod,
  prepareForCreate: (object, { now }) => ({ ...object, status: firstStatus(fieldsOf(object.spec), now) }),
  prepareForUpdate: (next, stored, { subresource }) => {
    if (subresource === 'ephemeralcontainers') return withEphemeralContainers(next, stored)
    return subresource === 'status' ? withQosClass(next, stored) : next
  },
  validate: ({ spec }) => podSpecErrors(fieldsOf(spec), 'spec'),
  validateUpdate: (next, stored, { subresource }) => (subresource === '' ? changeErrors(next, stored) : []),
  graceSeconds,
}

function firstStatus(spec: Fields, now: number): Fields {
  const isGated = itemsOf(spec.schedulingGates).length > 0
  const gated = {
    type: 'PodScheduled',
    status: 'False',
    lastProbeTime: null,
    lastTransitionTime: timestamp(now),
    reason: 'SchedulingGated',
    message: 'Scheduling is blocked due to non-empty scheduling gates',
  }
  return {
    phase: 'Pending',
    ...(isGated ? { conditions: [gated] } : {}),
    qosClass: qosClassOf(spec),
  }
}

/** Adds default tolerations and priority. */
function admitPod(object: AnyObject, stored: AnyObject | undefined): AnyObject {
  const spec = fieldsOf(object.spec)
  const before = fieldsOf(stored?.spec)
  const isSettled = stored !== undefined && deepEqual(spec.tolerations, before.tolerations)
  const tolerations = isSettled ? spec.tolerations : withTolerations(itemsOf(spec.tolerations))
  const initial = stored ? {} : { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }
  const { priority = before.priority, preemptionPolicy = before.preemptionPolicy } = spec
  return {
    ...object,
    spec: withMembers(spec, {
      tolerations,
      priority: priority ?? initial.priority,
      preemptionPolicy: preemptionPolicy ?? initial.preemptionPolicy,
    }),
  }
}

function withTolerations(tolerations: readonly unknown[]): readonly unknown[] {
  const missing = UNWELL.filter(key => !tolerations.some(toleration => tolerates(fieldsOf(toleration), key)))
  const rest = { operator: 'Exists', effect: 'NoExecute', tolerationSeconds: TOLERATED_SECONDS }
  return [...tolerations, ...missing.map(key => ({ key, ...rest }))]
}

const tolerates = ({ key, effect }: Fields, wanted: string): boolean =>
  (!textOf(key) || key === wanted) && (!textOf(effect) || effect === 'NoExecute')

function withEphemeralContainers(next: AnyObject, stored: AnyObject): AnyObject {
  const { ephemeralContainers } = fieldsOf(next.spec)
  return { ...next, spec: withMembers(fieldsOf(stored.spec), { ephemeralContainers }) }
}

function withQosClass(next: AnyObject, stored: AnyObject): AnyObject {
  const status = fieldsOf(next.status)
  const { qosClass } = fieldsOf(stored.status)
  return textOf(status.qosClass) ? next : { ...next, status: withMembers(status, { qosClass }) }
}

/** Nearly all of a Pod's spec is immutable. */
function changeErrors(next: AnyObject, stored: AnyObject): readonly FieldError[] {
  const [after, before] = [fieldsOf(next.spec), fieldsOf(stored.spec)]
  for (const list of ['containers', 'initContainers'] as const)
    if (itemsOf(after[list]).length !== itemsOf(before[list]).length)
      return [forbiddenValue(`spec.${list}`, 'pod updates may not add or remove containers')]
  const deadline = deadlineErrors(after, before)
  if (deadline.some(({ detail }) => !detail.startsWith('null'))) return deadline
  const errors = [...newGateErrors(after, before), ...deadline, ...tolerationErrors(after, before)]
  return deepEqual(withoutFree(after, before), withoutFree(before, before))
    ? errors
    : [...errors, forbiddenValue('spec', MAY_CHANGE)]
}

function deadlineErrors(after: Fields, before: Fields): readonly FieldError[] {
  const field = 'spec.activeDeadlineSeconds'
  const [next, stored] = [numberOf(after.activeDeadlineSeconds), numberOf(before.activeDeadlineSeconds)]
  if (next !== undefined && next < 0)
    return [invalidValue(field, next, 'must be between 0 and 2147483647, inclusive')]
  if (stored === undefined || next === stored) return []
  if (next === undefined)
    return [invalidValue(field, next, 'must not update from a positive integer to nil value')]
  return next > stored ? [invalidValue(field, next, 'must be less than or equal to previous value')] : []
}

/** Scheduling gates can only be removed. */
function newGateErrors(after: Fields, before: Fields): readonly FieldError[] {
  const known = itemsOf(before.schedulingGates).map(gate => fieldsOf(gate).name)
  return itemsOf(after.schedulingGates).flatMap((gate, index) => {
    const { name } = fieldsOf(gate)
    const why = `only deletion is allowed, but found new scheduling gate '${name}'`
    return known.includes(name) ? [] : [forbiddenValue(`spec.schedulingGates[${index}].name`, why)]
  })
}

/** The spec with its mutable fields reset. */
function withoutFree(spec: Fields, before: Fields): Fields {
  const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, ...rest } = spec
  const wasNegative = countOf(before.terminationGracePeriodSeconds) < 0
  const grace = wasNegative ? { terminationGracePeriodSeconds: undefined } : {}
  const { containers, initContainers } = spec
  const gates = newGateErrors(spec, before).length > 0 ? {} : { schedulingGates: undefined }
  return {
    ...rest,
    ...grace,
    ...gates,
    containers: imageless(containers),
    initContainers: imageless(initContainers),
  }
}

const imageless = (containers: unknown): readonly Fields[] =>
  itemsOf(containers).map(container => withMembers(fieldsOf(container), { image: undefined }))

function tolerationErrors(after: Fields, before: Fields): readonly FieldError[] {
  const kept = itemsOf(after.tolerations).map(toleration => withoutSeconds(fieldsOf(toleration)))
  const isMissing = itemsOf(before.tolerations).some(
    toleration => !kept.some(other => deepEqual(other, withoutSeconds(fieldsOf(toleration)))),
  )
  return isMissing
    ? [
        forbiddenValue(
          'spec.tolerations',
          'existing toleration can not be modified except its tolerationSeconds',
        ),
      ]
    : []
}

const withoutSeconds = (toleration: Fields): Fields =>
  withMembers(toleration, { tolerationSeconds: undefined })

/** A Pod that is unscheduled or completed is deleted at once. */
function graceSeconds({ spec, status }: AnyObject, asked: number | undefined): number {
  const { nodeName, terminationGracePeriodSeconds } = fieldsOf(spec)
  const { phase } = fieldsOf(status)
  if (!textOf(nodeName) || phase === 'Failed' || phase === 'Succeeded') return 0
  const seconds = asked ?? numberOf(terminationGracePeriodSeconds) ?? 0
  return seconds < 0 ? 1 : seconds
}
