import { describe, expect, test } from 'vitest'
import type { AnyObject } from '../object/any-object.ts'
import { errorTexts } from '../test/error-texts.ts'
import { daemonSetStrategy } from './daemon-set.ts'
import { deploymentStrategy, selectorChangeErrors, workloadErrors } from './deployment.ts'
import type { WriteContext } from './strategy.ts'

const CONTAINER = { name: 'main', image: 'a', imagePullPolicy: 'Always' }
const POD_SPEC = { containers: [CONTAINER], restartPolicy: 'Always', dnsPolicy: 'Default' }
const SPEC = {
  replicas: 1,
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: POD_SPEC },
}
const contextOf = (subresource: string) => ({ subresource }) as WriteContext

describe('the spec of a workload', () => {
  const errorsOf = (more: object) => errorTexts(workloadErrors({ ...SPEC, ...more }, 'deployment'))
  const UNMATCHED =
    'spec.template.metadata.labels: Invalid value: {"app":"web"}: `selector` does not match template `labels`'

  test.each<[object, string[]]>([
    [{}, []],
    [{ replicas: 0 }, []],
    [{ replicas: undefined }, []],
    [{ replicas: -1 }, ['spec.replicas: Invalid value: -1: must be greater than or equal to 0']],
    [{ selector: undefined }, ['spec.selector: Required value', UNMATCHED]],
    [{ selector: {} }, ['spec.selector: Invalid value: {}: empty selector is invalid for deployment']],
    [{ selector: { matchLabels: { app: 'web', tier: 'a' } } }, [UNMATCHED]],
    [{ selector: { matchLabels: { app: 'other' } } }, [UNMATCHED]],
    [
      { template: { ...SPEC.template, spec: { ...POD_SPEC, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      { template: { ...SPEC.template, spec: { ...POD_SPEC, restartPolicy: '' } } },
      ['spec.template.spec.restartPolicy: Required value'],
    ],
  ])('%j', (more, expected) => {
    expect(errorsOf(more)).toEqual(expected)
  })

  test.each<[object, boolean]>([
    [{ key: 'app', operator: 'In', values: ['web'] }, true],
    [{ key: 'app', operator: 'In', values: ['other'] }, false],
    [{ key: 'tier', operator: 'In', values: ['web'] }, false],
    [{ key: 'app', operator: 'NotIn', values: ['web'] }, false],
    [{ key: 'app', operator: 'NotIn', values: ['other'] }, true],
    [{ key: 'tier', operator: 'NotIn', values: ['other'] }, true],
    [{ key: 'app', operator: 'Exists' }, true],
    [{ key: 'tier', operator: 'Exists' }, false],
    [{ key: 'app', operator: 'DoesNotExist' }, false],
    [{ key: 'tier', operator: 'DoesNotExist' }, true],
  ])('%j selects the template: %s', (expression, isMet) => {
    const expected = isMet ? [] : [UNMATCHED]
    expect(errorsOf({ selector: { matchExpressions: [expression] } })).toEqual(expected)
    const { matchLabels } = SPEC.selector
    expect(errorsOf({ selector: { matchLabels, matchExpressions: [expression] } })).toEqual(expected)
  })
})

test('only a rolling update has its settings', () => {
  const errors = (strategy: object) =>
    errorTexts(deploymentStrategy.validate?.({ spec: { ...SPEC, strategy } }) ?? [])
  expect([errors({ type: 'Recreate' }), errors({ type: 'RollingUpdate', rollingUpdate: {} })]).toEqual([
    [],
    [],
  ])
  expect(errors({ type: 'Recreate', rollingUpdate: {} })).toEqual([
    "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
  ])
})

describe('a status', () => {
  const errorsOf = (status: object, subresource = 'status') =>
    errorTexts(
      deploymentStrategy.validateUpdate?.({ spec: SPEC, status }, { spec: SPEC }, contextOf(subresource)) ??
        [],
    )

  test.each([
    ...['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas'],
    ...['unavailableReplicas', 'terminatingReplicas', 'collisionCount'],
  ])('%s is not negative', name => {
    const whole = { replicas: 0, readyReplicas: 0 }
    expect(errorsOf({ ...whole, [name]: 0 })).toEqual([])
    expect(errorsOf({ ...whole, [name]: -1 })).toContain(
      `status.${name}: Invalid value: -1: must be greater than or equal to 0`,
    )
  })

  test.each<[object, string[]]>([
    [{ replicas: 2, updatedReplicas: 2, readyReplicas: 2, availableReplicas: 2 }, []],
    [{}, []],
    [
      { replicas: 1, updatedReplicas: 2 },
      ['status.updatedReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      { replicas: 1, readyReplicas: 2 },
      ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      { replicas: 1, readyReplicas: 2, availableReplicas: 2 },
      [
        'status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas',
        'status.availableReplicas: Invalid value: 2: cannot be greater than status.replicas',
      ],
    ],
    [
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      ['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
    ],
  ])('%j', (status, expected) => {
    expect(errorsOf(status)).toEqual(expected)
  })

  test('is validated by a write of the status only', () => {
    expect(errorsOf({ replicas: -1 }, '')).toEqual([])
  })
})

test('a selector is immutable; the message has its members in the order of Go', () => {
  const errors = (selector: unknown) =>
    errorTexts(selectorChangeErrors({ spec: { selector } } as AnyObject, { spec: SPEC } as AnyObject))
  expect(errors({ matchLabels: { app: 'web' } })).toEqual([])
  expect(errors({ matchExpressions: [], matchLabels: { a: 'b' } })).toEqual([
    'spec.selector: Invalid value: {"matchLabels":{"a":"b"},"matchExpressions":[]}: field is immutable',
  ])
  for (const selector of [undefined, {}])
    expect(errors(selector)).toEqual(['spec.selector: Invalid value: null: field is immutable'])
})

describe('the generation of a DaemonSet’s template', () => {
  const NAME = 'deprecated.daemonset.template.generation'
  const setOf = (value: unknown, template = 'a'): AnyObject => ({
    metadata: { annotations: { other: 'x', ...(value === undefined ? {} : { [NAME]: value as string }) } },
    spec: { template: { image: template } },
  })
  const of = (object: AnyObject | undefined) => object?.metadata?.annotations

  test('starts at one', () => {
    expect(of(daemonSetStrategy.prepareForCreate?.(setOf('7'), contextOf('')))).toEqual({
      other: 'x',
      [NAME]: '1',
    })
  })

  test.each([
    ['5', '5'],
    ['x', '0'],
    [undefined, '0'],
  ])('is a number: %s becomes %s', (given, expected) => {
    expect(of(daemonSetStrategy.normalize?.(setOf(given)))).toEqual({ other: 'x', [NAME]: expected })
  })

  test('counts changes of the template', () => {
    const updated = (next: AnyObject, stored: AnyObject) =>
      of(daemonSetStrategy.prepareForUpdate?.(next, stored, contextOf('')))?.[NAME]
    expect(updated(setOf('9', 'b'), setOf('3'))).toBe('4')
    expect(updated(setOf('9'), setOf('3'))).toBe('3')
    expect(updated(setOf('9', 'b'), setOf(undefined))).toBe('1')
  })
})
