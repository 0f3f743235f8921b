import { describe, expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { errorTexts } from '../test/error-texts.ts'
import { podStrategy } from './pod.ts'
import type { WriteContext } from './strategy.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const contextOf = (subresource: string) => ({ now: NOW, subresource }) as WriteContext
const podOf = (spec: object, status?: object): AnyObject => ({ spec, ...(status && { status }) })

const toleration = (key: string) => ({
  key: `node.kubernetes.io/${key}`,
  operator: 'Exists',
  effect: 'NoExecute',
  tolerationSeconds: 300,
})
const [NOT_READY, UNREACHABLE] = [toleration('not-ready'), toleration('unreachable')]

describe('admission', () => {
  const admitted = (spec: object, stored?: object) =>
    podStrategy.admit?.(podOf(spec), stored && podOf(stored))?.spec
  const DEFAULTS = { priority: 0, preemptionPolicy: 'PreemptLowerPriority' }

  test.each<[object[], object[]]>([
    [[], [NOT_READY, UNREACHABLE]],
    [[{ key: 'other', operator: 'Exists' }], [NOT_READY, UNREACHABLE]],
    [[{ operator: 'Exists' }], []],
    [[{ operator: 'Exists', effect: 'NoExecute' }], []],
    [[{ operator: 'Exists', effect: 'NoSchedule' }], [NOT_READY, UNREACHABLE]],
    [[{ ...NOT_READY, tolerationSeconds: 5 }], [UNREACHABLE]],
    [[{ ...UNREACHABLE, effect: '' }], [NOT_READY]],
    [[{ ...UNREACHABLE, effect: 'NoSchedule' }], [NOT_READY, UNREACHABLE]],
  ])('to the tolerations %j it adds those of an unhealthy node that are missing', (tolerations, added) => {
    expect(admitted({ tolerations })).toEqual({ ...DEFAULTS, tolerations: [...tolerations, ...added] })
  })

  test('a new Pod has a priority, a stored one keeps its own', () => {
    expect(admitted({ priority: 5, preemptionPolicy: 'Never' })).toMatchObject({
      priority: 5,
      preemptionPolicy: 'Never',
    })
    expect(admitted({}, { priority: 7, preemptionPolicy: 'Never' })).toMatchObject({
      priority: 7,
      preemptionPolicy: 'Never',
    })
    expect(admitted({}, { tolerations: [] })).toEqual({ tolerations: [NOT_READY, UNREACHABLE] })
  })

  test('unchanged tolerations of a stored Pod stay as they are', () => {
    const tolerations = [{ key: 'a' }]
    expect(admitted({ tolerations }, { tolerations })).toEqual({ tolerations })
    expect(admitted({ tolerations }, {})).toEqual({ tolerations: [...tolerations, NOT_READY, UNREACHABLE] })
    expect(admitted({}, {})).toEqual({})
  })
})

test('the first status is pending, and says if gates block scheduling', () => {
  const statusOf = (spec: object) =>
    podStrategy.prepareForCreate?.(podOf(spec, { phase: 'x' }), contextOf(''))
  expect(statusOf({ schedulingGates: [] })?.status).toEqual({ phase: 'Pending', qosClass: 'BestEffort' })
  expect(statusOf({ schedulingGates: [{ name: 'g' }] })?.status).toEqual({
    phase: 'Pending',
    qosClass: 'BestEffort',
    conditions: [
      {
        type: 'PodScheduled',
        status: 'False',
        lastProbeTime: null,
        lastTransitionTime: '2026-01-01T00:00:00Z',
        reason: 'SchedulingGated',
        message: 'Scheduling is blocked due to non-empty scheduling gates',
      },
    ],
  })
})

describe('an update', () => {
  const prepared = (next: AnyObject, stored: AnyObject, subresource: string) =>
    podStrategy.prepareForUpdate?.(next, stored, contextOf(subresource))

  test('of ephemeral containers changes nothing else of the spec', () => {
    const next = podOf({ nodeName: 'other', ephemeralContainers: [{ name: 'e' }] })
    expect(prepared(next, podOf({ nodeName: 'n' }), 'ephemeralcontainers')?.spec).toEqual({
      nodeName: 'n',
      ephemeralContainers: [{ name: 'e' }],
    })
    expect(prepared(next, podOf({ nodeName: 'n' }), '')).toBe(next)
  })

  test('of the status keeps the quality of service', () => {
    const stored = podOf({}, { qosClass: 'Burstable' })
    expect(prepared(podOf({}, { phase: 'Running' }), stored, 'status')?.status).toEqual({
      phase: 'Running',
      qosClass: 'Burstable',
    })
    const next = podOf({}, { qosClass: 'Guaranteed' })
    expect(prepared(next, stored, 'status')).toBe(next)
    const without = podOf({}, { phase: 'Running' })
    expect(prepared(without, stored, '')).toBe(without)
  })
})

describe('a change of the spec', () => {
  const errorsOf = (next: object, stored: object, subresource = '') =>
    errorTexts(podStrategy.validateUpdate?.(podOf(next), podOf(stored), contextOf(subresource)) ?? [])
  const FORBIDDEN = expect.stringMatching(/^spec: Forbidden: pod updates may not change fields other than /)
  const containers = [{ name: 'main', image: 'a:1' }]

  test.each<[string, object, object, unknown[]]>([
    ['none', { containers }, { containers }, []],
    ['an image', { containers: [{ name: 'main', image: 'a:2' }] }, { containers }, []],
    [
      'an image of an init container',
      { initContainers: [{ name: 'i', image: 'b' }] },
      { initContainers: containers.map(() => ({ name: 'i', image: 'a' })) },
      [],
    ],
    ['a name', { containers: [{ name: 'other', image: 'a:1' }] }, { containers }, [FORBIDDEN]],
    [
      'one container more',
      { containers: [...containers, ...containers] },
      { containers },
      ['spec.containers: Forbidden: pod updates may not add or remove containers'],
    ],
    [
      'one init container less',
      { containers },
      { containers, initContainers: containers },
      ['spec.initContainers: Forbidden: pod updates may not add or remove containers'],
    ],
    ['the node', { nodeName: 'b' }, { nodeName: 'a' }, [FORBIDDEN]],
    [
      'a grace period',
      { terminationGracePeriodSeconds: 1 },
      { terminationGracePeriodSeconds: 2 },
      [FORBIDDEN],
    ],
    ['of zero', { terminationGracePeriodSeconds: 1 }, { terminationGracePeriodSeconds: 0 }, [FORBIDDEN]],
    ['a negative one', { terminationGracePeriodSeconds: 1 }, { terminationGracePeriodSeconds: -1 }, []],
    [
      'one toleration more',
      { tolerations: [{ key: 'a' }, { key: 'b' }] },
      { tolerations: [{ key: 'a' }] },
      [],
    ],
    [
      'the seconds of a toleration',
      { tolerations: [{ key: 'a', tolerationSeconds: 1 }] },
      { tolerations: [{ key: 'a', tolerationSeconds: 2 }] },
      [],
    ],
    [
      'one toleration less',
      { tolerations: [{ key: 'b' }] },
      { tolerations: [{ key: 'a' }, { key: 'b' }] },
      ['spec.tolerations: Forbidden: existing toleration can not be modified except its tolerationSeconds'],
    ],
    ['one gate less', { schedulingGates: [] }, { schedulingGates: [{ name: 'g' }] }, []],
    [
      'one gate more',
      { schedulingGates: [{ name: 'g' }, { name: 'h' }] },
      { schedulingGates: [{ name: 'g' }] },
      [
        "spec.schedulingGates[1].name: Forbidden: only deletion is allowed, but found new scheduling gate 'h'",
        FORBIDDEN,
      ],
    ],
  ])('%s', (_name, next, stored, expected) => {
    expect(errorsOf(next, stored)).toEqual(expected)
  })

  const AT = 'spec.activeDeadlineSeconds'
  test.each<[number | undefined, number | undefined, string[]]>([
    [undefined, undefined, []],
    [5, undefined, []],
    [0, undefined, []],
    [5, 5, []],
    [4, 5, []],
    [6, 5, [`${AT}: Invalid value: 6: must be less than or equal to previous value`]],
    [-1, 5, [`${AT}: Invalid value: -1: must be between 0 and 2147483647, inclusive`]],
    [undefined, 5, [`${AT}: Invalid value: null: must not update from a positive integer to nil value`]],
  ])('a deadline of %s instead of %s', (next, stored, expected) => {
    expect(errorsOf({ activeDeadlineSeconds: next }, { activeDeadlineSeconds: stored })).toEqual(expected)
  })

  test('an invalid deadline hides other errors, a missing one does not', () => {
    const stored = { nodeName: 'a', activeDeadlineSeconds: 5 }
    expect(errorsOf({ activeDeadlineSeconds: 6 }, stored)).toHaveLength(1)
    expect(errorsOf({}, stored)).toHaveLength(2)
  })

  test('is not validated by a write of a subresource', () => {
    expect(errorsOf({ nodeName: 'b' }, { nodeName: 'a' }, 'status')).toEqual([])
  })
})

test.each<[object, string | undefined, number | undefined, number]>([
  [{}, undefined, 30, 0],
  [{ nodeName: 'n' }, undefined, undefined, 0],
  [{ nodeName: 'n' }, undefined, 5, 5],
  [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 'Running', undefined, 30],
  [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 'Running', 0, 0],
  [{ nodeName: 'n', terminationGracePeriodSeconds: -1 }, 'Running', undefined, 1],
  [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 'Failed', undefined, 0],
  [{ nodeName: 'n', terminationGracePeriodSeconds: 30 }, 'Succeeded', undefined, 0],
])('the grace period of %j in the phase %s, asked for %s, is %s', (spec, phase, asked, expected) => {
  expect(podStrategy.graceSeconds?.(podOf(spec, { phase }), asked)).toBe(expected)
})
