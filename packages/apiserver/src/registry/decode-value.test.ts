import { configMaps, deployments } from '@kube-informer/core/resources'
import { beforeAll, describe, expect, test } from 'vitest'
import { createKinds } from '../kinds/create-kinds.ts'
import type { Kind } from '../kinds/kind.ts'
import { namedKind } from '../kinds/named-kind.ts'
import type { AnyObject } from '../object/any-object.ts'
import { type DecodeOptions, decodeValue, typedStored, UndecodableError } from './decode-value.ts'
import { loadTarget, type Target } from './target.ts'

const kinds = createKinds()
const PLACE = { namespace: 'default', name: 'a', subresource: '' }
let configMap: Target
let deployment: Target
let widget: Target
beforeAll(async () => {
  configMap = await loadTarget(kinds.of(configMaps) as Kind, PLACE)
  deployment = await loadTarget(kinds.of(deployments) as Kind, PLACE)
  const definition = { group: 'e.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true }
  widget = await loadTarget(namedKind(definition), PLACE)
})

const decoded = (value: unknown, target = configMap, options?: DecodeOptions) =>
  decodeValue(value, target, kinds, options)
const messageOf = (value: unknown, target = configMap, options?: DecodeOptions): string => {
  try {
    return `is ${JSON.stringify(decoded(value, target, options).object)}`
  } catch (error) {
    return error instanceof UndecodableError ? error.message : 'another error'
  }
}

describe('the type', () => {
  test.each([
    [null, {}],
    [{ data: { a: '1' } }, { data: { a: '1' } }],
    [{ kind: '', apiVersion: '' }, {}],
    [{ kind: 'ConfigMap', apiVersion: 'v1' }, {}],
    [{ kind: null, apiVersion: null }, {}],
  ])('of %j is that of the kind', (value, rest) => {
    expect(decoded(value).object).toEqual({ kind: 'ConfigMap', apiVersion: 'v1', ...rest })
  })

  const SCHEME = 'in scheme "pkg/runtime/scheme.go:111"'
  test.each<[unknown, string]>([
    [
      'x',
      expect.stringMatching(
        /^couldn't get version\/kind; json parse error: json: cannot unmarshal string into/,
      ),
    ],
    [
      { kind: 1 },
      "couldn't get version/kind; json parse error: json: cannot unmarshal number into Go struct field .kind of type string",
    ],
    [
      { apiVersion: true },
      "couldn't get version/kind; json parse error: json: cannot unmarshal bool into Go struct field .apiVersion of type string",
    ],
    [{ apiVersion: 'a/b/c' }, 'unexpected GroupVersion string: a/b/c'],
    [{ apiVersion: 'a/b' }, `no kind "ConfigMap" is registered for version "a/b" ${SCHEME}`],
    [{ kind: 'Pod' }, 'converting (v1.Pod) to (core.ConfigMap): unknown conversion'],
    [{ kind: 'PodList' }, 'converting (v1.PodList) to (core.ConfigMap): unknown conversion'],
    [
      { kind: 'Deployment', apiVersion: 'apps/v1' },
      'converting (v1.Deployment) to (core.ConfigMap): unknown conversion',
    ],
    [{ kind: 'Foo' }, `no kind "Foo" is registered for version "v1" ${SCHEME}`],
  ])('of %j cannot be decoded', (value, message) => {
    expect(messageOf(value)).toEqual(message)
  })

  test('of a group has its first part in the message', () => {
    expect(messageOf({ kind: 'Pod', apiVersion: 'v1' }, deployment)).toBe(
      'converting (v1.Pod) to (apps.Deployment): unknown conversion',
    )
  })

  test('is found in any case in a body, and only as it is in a patch', () => {
    const value = { KIND: 'Pod', data: {} }
    expect(messageOf(value, configMap, { text: '' })).toMatch(/^converting \(v1.Pod\)/)
    expect(messageOf(value)).toMatch(/^is /)
  })

  test('is ignored in an apply if it is a text', () => {
    const options = { isUnstructured: true }
    expect(decoded({ kind: 'Pod', apiVersion: 'v9' }, configMap, options).object).toMatchObject({
      kind: 'ConfigMap',
      apiVersion: 'v1',
    })
    expect(messageOf({ kind: 1 }, configMap, options)).toBe('cannot convert int64 to string')
  })

  test('that a field cannot be decoded with is that of the value', () => {
    const typeOf = (value: object) => {
      try {
        decoded({ data: 1, ...value })
      } catch (error) {
        return error instanceof UndecodableError ? error.type : error
      }
    }
    expect(typeOf({})).toEqual({ kind: 'ConfigMap', version: 'v1' })
    expect(typeOf({ kind: 'ConfigMap', apiVersion: 'v1' })).toEqual({ kind: 'ConfigMap', version: 'v1' })
  })
})

test('an empty list of managers is kept: it clears all of them', () => {
  expect(decoded({ metadata: { managedFields: [] } }).object.metadata).toEqual({ managedFields: [] })
  expect(decoded({ metadata: { finalizers: [] } }).object.metadata).not.toHaveProperty('managedFields')
  expect(decoded({ metadata: {} }).object.metadata).not.toHaveProperty('managedFields')
})

test('an object without a schema stays as it is', () => {
  const value = { kind: 'Widget', apiVersion: 'e.com/v1', any: { x: [1] } }
  expect(decoded(value, widget)).toEqual({ object: value, unknownFields: [] })
  expect(decoded({ any: 1 }, widget).object).toEqual({ kind: 'Widget', apiVersion: 'e.com/v1', any: 1 })
})

test('a stored object is completed, or left as it is if it cannot be decoded', () => {
  const stored = { spec: { replicas: 'x' } } as AnyObject
  expect(typedStored(stored, deployment)).toBe(stored)
  expect(typedStored({ spec: {} }, deployment)).toMatchObject({ kind: 'Deployment', spec: { replicas: 1 } })
  const normalize = () => {
    throw new RangeError('a bug')
  }
  const failing = { ...deployment, strategy: { ...deployment.strategy, normalize } }
  expect(() => typedStored({}, failing)).toThrow('a bug')
})
