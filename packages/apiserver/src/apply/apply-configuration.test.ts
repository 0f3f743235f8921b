import { isConflict, StatusError } from '@kube-informer/core'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { schemaOf, widgetSchema } from '../test/widgets.ts'
import { type Application, applyConfiguration } from './apply-configuration.ts'
import { fieldSetOf } from './extract-set.ts'
import { FieldSet } from './field-set.ts'
import { metadataOf } from './field-write.ts'
import { showPath } from './path-element.ts'
import { typeOf } from './schema-type.ts'
import { trackUpdate } from './track-update.ts'

let configMap: Schema
let widget: Schema
beforeAll(async () => {
  configMap = await schemaOf('', 'v1', 'ConfigMap')
  widget = await widgetSchema()
})

const NOW = 1_700_000_000_000
const gvk = { apiVersion: 'v1', kind: 'ConfigMap' }
const map = (data?: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  ...gvk,
  metadata: { name: 'a', ...metadata },
  ...(data ? { data } : {}),
})
type Options = Partial<Application>
const apply = (live: JsonObject | undefined, config: unknown, manager: string, options: Options = {}) =>
  applyConfiguration({
    live,
    config,
    manager,
    force: false,
    schema: configMap,
    isBuiltIn: true,
    ...gvk,
    now: NOW,
    ...options,
  })

/** A built-in object as it is stored: with a uid and without nulls. */
function stored(object: JsonObject): JsonObject {
  const members = Object.entries(object).filter(([, value]) => value !== null)
  return { ...Object.fromEntries(members), metadata: { ...metadataOf(object), uid: 'u' } }
}
const applied = (live: JsonObject | undefined, config: JsonObject, manager: string, options: Options = {}) =>
  stored(apply(live, config, manager, options))

function rejectionOf(act: () => unknown): StatusError {
  try {
    act()
  } catch (error) {
    if (error instanceof StatusError) return error
    throw error
  }
  throw new Error('was not rejected')
}

interface Entry {
  readonly manager: string
  readonly operation: string
  readonly time?: string
  readonly fieldsV1: JsonObject
}
const entriesOf = (object: JsonObject) => (metadataOf(object).managedFields ?? []) as readonly Entry[]
const owned = (object: JsonObject) =>
  entriesOf(object).map(({ manager, operation, fieldsV1 }) => [manager, operation, JSON.stringify(fieldsV1)])

describe('server-side apply', () => {
  test('creates a missing object and owns exactly the applied fields', () => {
    const config = map({ x: '1' }, { labels: { l: '1' }, namespace: 'n' })
    expect(apply(undefined, config, 'a')).toEqual({
      ...config,
      metadata: {
        name: 'a',
        namespace: 'n',
        labels: { l: '1' },
        managedFields: [
          {
            manager: 'a',
            operation: 'Apply',
            apiVersion: 'v1',
            time: '2023-11-14T22:13:20Z',
            fieldsType: 'FieldsV1',
            fieldsV1: { 'f:data': { 'f:x': {} }, 'f:metadata': { 'f:labels': { 'f:l': {} } } },
          },
        ],
      },
    })
  })

  test('M29: a different value of an owned field is a conflict; force takes the field over', () => {
    const live = applied(undefined, map({ x: '1', y: '1' }), 'a')
    const error = rejectionOf(() => apply(live, map({ x: '2' }), 'b'))
    expect(isConflict(error)).toBe(true)
    expect(error.status).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      reason: 'Conflict',
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "a": .data.x',
      details: {
        causes: [{ reason: 'FieldManagerConflict', message: 'conflict with "a"', field: '.data.x' }],
      },
    })
    const forced = apply(live, map({ x: '2' }), 'b', { force: true })
    expect(forced.data).toEqual({ x: '2', y: '1' })
    expect(owned(forced)).toEqual([
      ['a', 'Apply', '{"f:data":{"f:y":{}}}'],
      ['b', 'Apply', '{"f:data":{"f:x":{}}}'],
    ])
  })

  test('M29: a conflict names the API version of an update, and the subresource', () => {
    const tracked = { schema: configMap, ...gvk, isBuiltIn: true, now: NOW }
    const live = stored(trackUpdate({ ...tracked, live: undefined, next: map({ x: '1' }), manager: 'u' }))
    expect(rejectionOf(() => apply(live, map({ x: '2' }), 'b')).status.message).toBe(
      'Apply failed with 1 conflict: conflict with "u" using v1: .data.x',
    )
    const next = { ...live, data: { x: '1', y: '1' } }
    const both = trackUpdate({ ...tracked, live, next, manager: 's', subresource: 'status' })
    const { message, details } = rejectionOf(() => apply(both, map({ x: '2', y: '2' }), 'b')).status
    expect(message).toBe(
      'Apply failed with 2 conflicts: conflicts with "s" with subresource "status" using v1:\n- .data.y\nconflicts with "u" using v1:\n- .data.x',
    )
    expect(details?.causes?.map(cause => [cause.message, cause.field])).toEqual([
      ['conflict with "s" with subresource "status" using v1', '.data.y'],
      ['conflict with "u" using v1', '.data.x'],
    ])
  })

  test('M30: fields that are no longer applied are removed unless another manager owns them', () => {
    const live = applied(undefined, map({ x: '1', y: '1' }), 'a')
    expect(apply(live, map({ x: '1' }), 'a').data).toEqual({ x: '1' })
    const shared = applied(live, map({ y: '1' }), 'b')
    const left = applied(shared, map({ x: '1' }), 'a')
    expect(left.data).toEqual({ x: '1', y: '1' })
    expect(applied(left, map({}), 'b').data).toEqual({ x: '1' })
    expect(applied(live, map(), 'a')).toEqual({ ...gvk, metadata: { name: 'a', uid: 'u' } })
  })

  test('equal values are shared; an apply without changes has no time', () => {
    const live = applied(undefined, map({ x: '1' }), 'a')
    const entries = entriesOf(apply(live, map({ x: '1' }), 'b', { now: NOW + 9000 }))
    expect(entries.map(({ manager, time }) => [manager, time])).toEqual([
      ['b', undefined],
      ['a', '2023-11-14T22:13:20Z'],
    ])
  })

  test('fields from before the first apply belong to before-first-apply', () => {
    const live = stored(map({ x: '1', y: '1' }))
    const { message } = rejectionOf(() => apply(live, map({ x: '2' }), 'a')).status
    expect(message).toBe('Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x')
    expect(owned(apply(live, map({ x: '2' }), 'a', { force: true }))).toEqual([
      ['a', 'Apply', '{"f:data":{"f:x":{}}}'],
      ['before-first-apply', 'Update', '{"f:data":{".":{},"f:y":{}}}'],
    ])
  })

  test('kubectl takes over its client-side applied fields and keeps its annotation in sync', () => {
    const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
    const last = JSON.stringify(map({ x: '1', y: '1' }, { annotations: {} }))
    const annotated = map({ x: '1', y: 'changed' }, { annotations: { [annotation]: last } })
    const tracked = {
      schema: configMap,
      ...gvk,
      isBuiltIn: true,
      now: NOW,
      manager: 'kubectl-client-side-apply',
    }
    const live = stored(trackUpdate({ ...tracked, live: undefined, next: annotated }))
    expect(isConflict(rejectionOf(() => apply(live, map({ x: '2' }), 'someone')))).toBe(true)
    const { message } = rejectionOf(() => apply(live, map({ x: '2', y: '2' }), 'kubectl')).status
    expect(message).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.y',
    )
    const taken = apply(live, map({ x: '<2>' }), 'kubectl')
    expect(taken.data).toEqual({ x: '<2>', y: 'changed' })
    expect(metadataOf(taken).annotations).toEqual({
      [annotation]:
        '{"apiVersion":"v1","data":{"x":"\\u003c2\\u003e"},"kind":"ConfigMap","metadata":{"name":"a"}}\n',
    })
  })

  test.each<readonly [string, JsonObject | null, number, string]>([
    ['another kind', { ...map(), kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    [
      'another version',
      { ...map(), apiVersion: 'apps/v2' },
      400,
      'invalid object type: apps/v2, Kind=ConfigMap',
    ],
    ['no object', null, 400, 'invalid object type: /, Kind='],
    ['managedFields', map({}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
    [
      'an unknown member',
      { ...map(), foo: 1 },
      500,
      'failed to create typed patch object (/a; /v1, Kind=ConfigMap): .foo: field not declared in schema',
    ],
    [
      'a duplicate item',
      map({}, { namespace: 'n', finalizers: ['x/a', 'x/a'] }),
      500,
      'failed to create typed patch object (n/a; /v1, Kind=ConfigMap): .metadata.finalizers: duplicate entries for key [="x/a"]',
    ],
  ])('%s is rejected', (_what, config, code, message) => {
    const { status } = rejectionOf(() => apply(undefined, config, 'a'))
    expect([status.code, status.message]).toEqual([code, message])
  })

  test('without a schema maps are owned by member and lists as a whole', () => {
    const loose = { apiVersion: 'x.example.com/v1', kind: 'Loose' }
    const options = { ...loose, schema: undefined, isBuiltIn: false }
    const at = (spec: JsonObject) => ({ ...loose, metadata: {}, spec })
    const live = apply(undefined, at({ a: [1, { b: 2 }], m: { c: { d: 1 } }, e: {} }), 'a', options)
    expect(owned(live)).toEqual([
      ['a', 'Apply', '{"f:spec":{".":{},"f:a":{},"f:e":{},"f:m":{".":{},"f:c":{".":{},"f:d":{}}}}}'],
    ])
    const { message } = rejectionOf(() =>
      apply(live, at({ a: [1], m: { c: { d: 2, f: 1 } } }), 'b', options),
    ).status
    expect(message).toBe('Apply failed with 2 conflicts: conflicts with "a":\n- .spec.a\n- .spec.m.c.d')
  })

  test('a write of the resource does not own the status', () => {
    const type = { apiVersion: 'c.example.com/v1', kind: 'Widget' }
    const options = { ...type, schema: widget, isBuiltIn: false, resetFields: ['status'] }
    const config = { ...type, metadata: {}, spec: { n: 1 }, status: { x: '1' } }
    expect(owned(apply(undefined, config, 'a', options))).toEqual([['a', 'Apply', '{"f:spec":{"f:n":{}}}']])
  })
})

const text = fc.constantFrom('a', 'b', 'c')
const spec = fc.record(
  {
    n: fc.integer({ min: 1, max: 3 }),
    map: fc.dictionary(text, text, { noNullPrototype: true }),
    whole: fc.record({ x: text, y: text }, { requiredKeys: [], noNullPrototype: true }),
    items: fc.uniqueArray(
      fc.record({ name: text, v: text }, { requiredKeys: ['name'], noNullPrototype: true }),
      {
        selector: item => item.name,
      },
    ),
    set: fc.uniqueArray(text),
  },
  { requiredKeys: [], noNullPrototype: true },
)
const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), spec, fc.boolean()), { maxLength: 6 })

describe('any history of applies and updates', () => {
  const type = { apiVersion: 'c.example.com/v1', kind: 'Widget' }
  const configOf = (value: JsonObject) => ({ ...type, metadata: { uid: 'u' }, spec: value })
  const options = () => ({ ...type, schema: widget, isBuiltIn: false, now: NOW })

  function run(history: readonly (readonly [string, JsonObject, boolean])[]): JsonObject | undefined {
    let live: JsonObject | undefined
    for (const [manager, value, isApply] of history) {
      const config = configOf(value)
      live = isApply
        ? applyConfiguration({ ...options(), live, config, manager, force: true })
        : trackUpdate({ ...options(), live, next: config, manager })
    }
    return live
  }

  test('repeating an apply changes nothing and has no conflict', () => {
    fc.assert(
      fc.property(writes, spec, (history, value) => {
        const application = { ...options(), config: configOf(value), manager: 'me', force: true }
        const once = applyConfiguration({ ...application, live: run(history) })
        const again = applyConfiguration({ ...application, live: once, force: false, now: NOW + 60_000 })
        expect(again).toEqual(once)
      }),
    )
  })

  test('applied fields are stored and owned', () => {
    fc.assert(
      fc.property(writes, spec, (history, value) => {
        const config = configOf(value)
        const live = applyConfiguration({
          ...options(),
          live: run(history),
          config,
          manager: 'me',
          force: true,
        })
        const set = fieldSetOf({ spec: value }, typeOf(widget))
        const mine = entriesOf(live).find(entry => entry.manager === 'me' && entry.operation === 'Apply')
        const lacking = set.difference(FieldSet.fromFieldsV1(mine?.fieldsV1))
        expect([...lacking.paths()].map(showPath)).toEqual([])
        const absent = set.difference(fieldSetOf({ spec: live.spec }, typeOf(widget)))
        expect(
          [...absent.paths()].map(showPath).filter(path => !/\.(map|items|set|whole)$/.test(path)),
        ).toEqual([])
      }),
    )
  })

  test('absent fields have no owner, except for appliers of empty values', () => {
    fc.assert(
      fc.property(writes, history => {
        const live = run(history)
        if (!live) return
        const there = fieldSetOf({ spec: live.spec }, typeOf(widget))
        for (const { fieldsV1, operation } of entriesOf(live)) {
          const leaves = [...FieldSet.fromFieldsV1(fieldsV1).difference(there).paths()].map(showPath)
          const strange = leaves.filter(path => !/^\.spec(\.\w+)?$/.test(path))
          expect([operation, strange]).toEqual([operation, []])
        }
        expect(isObject(live)).toBe(true)
      }),
    )
  })
})
