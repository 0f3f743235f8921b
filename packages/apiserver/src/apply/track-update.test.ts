import { beforeAll, describe, expect, test } from 'vitest'
import type { JsonObject } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { schemaOf, widgetSchema } from '../test/widgets.ts'
import { metadataOf } from './field-write.ts'
import { keepTimesIfUnchanged } from './keep-times.ts'
import { resetFieldsOf } from './reset-fields.ts'
import { type TrackedUpdate, trackUpdate } from './track-update.ts'

let configMap: Schema
let deployment: Schema
let widget: Schema
beforeAll(async () => {
  configMap = await schemaOf('', 'v1', 'ConfigMap')
  deployment = await schemaOf('apps', 'v1', 'Deployment')
  widget = await widgetSchema()
})

interface Entry {
  readonly manager: string
  readonly operation: string
  readonly apiVersion: string
  readonly time?: string
  readonly fieldsV1: JsonObject
  readonly subresource?: string
}
const entriesOf = (object: JsonObject): readonly Entry[] =>
  (metadataOf(object).managedFields ?? []) as readonly Entry[]
const owned = (object: JsonObject): Record<string, string> =>
  Object.fromEntries(entriesOf(object).map(({ manager, fieldsV1 }) => [manager, JSON.stringify(fieldsV1)]))

const map = (data: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', ...metadata },
  data,
})
type Options = Partial<TrackedUpdate>
const write = (live: JsonObject | undefined, next: JsonObject, options: Options = {}): JsonObject =>
  trackUpdate({
    live,
    next,
    schema: configMap,
    apiVersion: 'v1',
    kind: 'ConfigMap',
    isBuiltIn: true,
    manager: 'm',
    now: 1_700_000_000_000,
    ...options,
  })
/** An update by a client that read the object and sends no managedFields. */
const over = (live: JsonObject, data: JsonObject, options: Options = {}): JsonObject =>
  write(live, map(data, { uid: 'u' }), options)

describe('field ownership after an update', () => {
  test('a create gives all fields except the identity to its manager', () => {
    const metadata = { namespace: 'n', uid: 'u', generation: 1, labels: { l: '1' }, finalizers: ['x/a'] }
    const created = write(undefined, map({ x: '1' }, metadata))
    expect(entriesOf(created)).toEqual([
      {
        manager: 'm',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2023-11-14T22:13:20Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:data': { '.': {}, 'f:x': {} },
          'f:metadata': {
            'f:finalizers': { '.': {}, 'v:"x/a"': {} },
            'f:labels': { '.': {}, 'f:l': {} },
          },
        },
      },
    ])
  })

  test('the structs of a built-in kind exist before the first write, those of a custom one do not', () => {
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    const spec = {
      replicas: 1,
      selector: { matchLabels: { a: 'b' } },
      strategy: { type: 'Recreate' },
      template,
    }
    const type = { apiVersion: 'apps/v1', kind: 'Deployment' }
    const created = write(undefined, { ...type, metadata: {}, spec }, { ...type, schema: deployment })
    expect(owned(created).m).toBe(
      '{"f:spec":{"f:replicas":{},"f:selector":{},"f:strategy":{"f:type":{}},"f:template":{"f:metadata":{"f:labels":{".":{},"f:a":{}}},' +
        '"f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":{".":{},"f:image":{},"f:name":{}}}}}}}',
    )
    const custom = { apiVersion: 'c.example.com/v1', kind: 'Widget', schema: widget, isBuiltIn: false }
    const { schema: _schema, isBuiltIn: _isBuiltIn, ...gvk } = custom
    const made = write(undefined, { ...gvk, metadata: {}, spec: { n: 1 } }, custom)
    expect(owned(made).m).toBe('{"f:spec":{".":{},"f:n":{}}}')
  })

  test('changed fields move, removed fields lose their owner, and empty entries are removed', () => {
    const first = write(undefined, map({ x: '1', y: '1' }, { uid: 'u' }), { manager: 'a' })
    const second = over(first, { x: '2', y: '1' }, { manager: 'b' })
    expect(owned(second)).toEqual({ a: '{"f:data":{".":{},"f:y":{}}}', b: '{"f:data":{"f:x":{}}}' })
    const third = over(second, { y: '1' }, { manager: 'c' })
    expect(owned(third)).toEqual({ a: '{"f:data":{".":{},"f:y":{}}}' })
    const fourth = over(third, { y: '2', z: '1' }, { manager: 'a' })
    expect(owned(fourth)).toEqual({ a: '{"f:data":{".":{},"f:y":{},"f:z":{}}}' })
  })

  test('the time of an entry changes with its fields only', () => {
    const first = write(undefined, map({ x: '1' }, { uid: 'u' }), { manager: 'a' })
    const later = { manager: 'a', now: 1_700_000_009_000 }
    expect(entriesOf(over(first, { x: '1' }, later))[0]?.time).toBe('2023-11-14T22:13:20Z')
    expect(entriesOf(over(first, { x: '2' }, later))[0]?.time).toBe('2023-11-14T22:13:29Z')
  })

  test('M14, M25: if only times would change, they stay', () => {
    const live = write(undefined, map({ x: '1' }, { uid: 'u' }), { manager: 'a' })
    const touched = {
      ...live,
      metadata: { ...metadataOf(live), managedFields: [{ ...entriesOf(live)[0], time: 'T' }] },
    }
    expect(keepTimesIfUnchanged(live, touched)).toEqual(live)
    const changed = { ...touched, data: { x: '2' } }
    expect(keepTimesIfUnchanged(live, changed)).toBe(changed)
  })

  test('the client’s managedFields are used; an empty entry, or an empty list for a built-in kind, clears all', () => {
    const live = write(undefined, map({ x: '1' }, { uid: 'u' }), { manager: 'a' })
    const sent = (managedFields: unknown, options: Options = {}) =>
      owned(write(live, map({ x: '1', y: '1' }, { uid: 'u', managedFields }), { manager: 'b', ...options }))
    const both = { a: '{"f:data":{".":{},"f:x":{}}}', b: '{"f:data":{"f:y":{}}}' }
    expect(sent(undefined)).toEqual(both)
    expect(sent([])).toEqual({})
    expect(sent([{}])).toEqual({})
    expect(sent([], { isBuiltIn: false })).toEqual(both)
    expect(sent([], { subresource: 'status' })).toEqual(both)
    expect(sent([{ operation: 'Nonsense' }])).toEqual(both)
    const other = [{ ...entriesOf(live)[0], manager: 'z' }]
    expect(sent(other)).toEqual({ z: both.a, b: both.b })
  })

  test('an update of an object without managedFields adds none', () => {
    expect(over(map({ x: '1' }, { uid: 'u' }), { x: '2' })).toEqual(map({ x: '2' }, { uid: 'u' }))
  })

  test('at most ten updaters: the oldest are merged', () => {
    let object = write(undefined, map({}, { uid: 'u', labels: { l: '1' } }), { manager: 'u0' })
    const data: Record<string, string> = {}
    for (let index = 1; index <= 11; index++) {
      data[`k${index}`] = '1'
      const now = 1_700_000_000_000 + index * 1000
      object = write(object, map({ ...data }, { uid: 'u', labels: { l: '1' } }), {
        manager: `u${index}`,
        now,
      })
    }
    const names = entriesOf(object).map(({ manager }) => manager)
    expect(names).toEqual(['ancient-changes', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8', 'u9', 'u10', 'u11'])
    expect(entriesOf(object)[0]).toMatchObject({
      time: '2023-11-14T22:13:22Z',
      fieldsV1: {
        'f:data': { 'f:k1': {}, 'f:k2': {} },
        'f:metadata': { 'f:labels': { '.': {}, 'f:l': {} } },
      },
    })
  })

  test('the status is owned through its subresource only', () => {
    const kind = { group: 'apps', kind: 'Deployment', isBuiltIn: true, hasStatus: true }
    const type = { apiVersion: 'apps/v1', kind: 'Deployment' }
    const at = (replicas: number, status: JsonObject) => ({
      ...type,
      metadata: { uid: 'u' },
      spec: { replicas, selector: {}, template: {} },
      status,
    })
    const main = { ...type, schema: deployment, resetFields: resetFieldsOf(kind) }
    const live = write(undefined, at(1, { replicas: 1 }), main)
    expect(owned(live).m).not.toContain('status')
    const sub = { ...main, manager: 's', subresource: 'status', resetFields: resetFieldsOf(kind, 'status') }
    const next = write(live, at(5, { replicas: 2 }), sub)
    expect(entriesOf(next).map(({ manager, subresource }) => [manager, subresource])).toEqual([
      ['m', undefined],
      ['s', 'status'],
    ])
    expect(owned(next).s).toBe('{"f:status":{"f:replicas":{}}}')
    expect(owned(next).m).toBe(owned(live).m)
  })

  test('each API version has its own entry; entries of versions that are not served are dropped', () => {
    const gvk = { apiVersion: 'c.example.com/v1', kind: 'Widget' }
    const type = { ...gvk, schema: widget, isBuiltIn: false }
    const at = (n: number, s: string) => ({ ...gvk, metadata: { uid: 'u' }, spec: { n, s } })
    const live = write(undefined, at(1, 'a'), type)
    const v2 = { ...type, apiVersion: 'c.example.com/v2' }
    const next = write(live, { ...at(2, 'a'), apiVersion: 'c.example.com/v2' }, v2)
    expect(entriesOf(next).map(({ apiVersion, fieldsV1 }) => [apiVersion, fieldsV1])).toEqual([
      ['c.example.com/v1', { 'f:spec': { '.': {}, 'f:s': {} } }],
      ['c.example.com/v2', { 'f:spec': { 'f:n': {} } }],
    ])
    const gone = write(
      live,
      { ...at(2, 'a'), apiVersion: 'c.example.com/v2' },
      { ...v2, toVersion: () => undefined },
    )
    expect(entriesOf(gone).map(({ apiVersion }) => apiVersion)).toEqual(['c.example.com/v2'])
  })

  test('if a list cannot be compared, its stored ownership stays', () => {
    const gvk = { apiVersion: 'c.example.com/v1', kind: 'Widget' }
    const type = { ...gvk, schema: widget, isBuiltIn: false }
    const live = write(undefined, { ...gvk, metadata: { uid: 'u' }, spec: { n: 1 } }, type)
    const next = write(
      live,
      { ...gvk, metadata: { uid: 'u' }, spec: { items: [{}], n: 2 } },
      { ...type, manager: 'b' },
    )
    expect(entriesOf(next)).toEqual(entriesOf(live))
  })
})
