import { beforeAll, describe, expect, test } from 'vitest'
import { isObject, type JsonObject, memberOf } from '../json/json-value.ts'
import type { Schema } from '../schema/schema.ts'
import { schemaOf } from '../test/widgets.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { metadataOf } from './field-write.ts'
import { trackScale } from './track-scale.ts'
import { trackUpdate } from './track-update.ts'

let schema: Schema
beforeAll(async () => {
  schema = await schemaOf('apps', 'v1', 'Deployment')
})

const type = { apiVersion: 'apps/v1', kind: 'Deployment' }
const write = (manager: string) => ({ ...type, schema, isBuiltIn: true, manager, now: 1_700_000_000_000 })
const deployment = (replicas: number): JsonObject => ({
  ...type,
  metadata: { uid: 'u', labels: { l: '1' } },
  spec: { replicas, selector: {}, template: {} },
})
const created = (manager: string, replicas: number) =>
  trackUpdate({ ...write(manager), live: undefined, next: deployment(replicas) })
const scaled = (live: JsonObject, manager: string, replicas: number) =>
  trackScale({ ...write(manager), subresource: 'scale', live, next: deployment(replicas) })

/** `manager operation subresource [time] [owns the replicas]` of each entry. */
function ownersOf(object: JsonObject): readonly string[] {
  const entries = memberOf(metadataOf(object), 'managedFields')
  if (!Array.isArray(entries)) return []
  return entries.filter(isObject).map(({ manager, operation, subresource = '', time, fieldsV1 }) => {
    const owns = JSON.stringify(fieldsV1).includes('f:replicas') ? 'replicas' : ''
    return [manager, operation, subresource, time ? 'time' : '', owns].filter(text => text !== '').join(' ')
  })
}

describe('the owner of replicas after a scale', () => {
  test('a changed number belongs to the scaler, in an entry without a time', () => {
    const live = scaled(created('a', 1), 's', 2)
    expect(ownersOf(live)).toEqual(['s Update scale replicas', 'a Update time'])
    expect(ownersOf(scaled(live, 't', 3))).toEqual(['t Update scale replicas', 'a Update time'])
  })

  test('an unchanged number separates an updater from its replicas and stays with an applier', () => {
    const live = created('a', 1)
    expect(ownersOf(scaled(live, 's', 1))).toEqual(['a Update replicas', 'a Update time'])
    const config = { ...deployment(1), metadata: { name: 'x' } }
    const applied = applyConfiguration({ ...write('b'), live: undefined, config, force: false })
    expect(ownersOf(scaled(applied, 's', 1))).toEqual(['b Apply time replicas'])
  })

  test('replicas without an owner stay so, and zero replicas, too', () => {
    const { managedFields: _managedFields, ...metadata } = metadataOf(created('a', 1))
    expect(ownersOf(scaled({ ...deployment(1), metadata }, 's', 2))).toEqual([])
    expect(ownersOf(scaled(created('a', 1), 's', 0))).toEqual(['a Update time'])
  })

  test('the replicas of a custom resource are at the path of its definition', () => {
    const gvk = { apiVersion: 'c.example.com/v1', kind: 'Widget' }
    const at = (count: number) => ({ ...gvk, metadata: { uid: 'u' }, spec: { size: { count } } })
    const custom = { ...gvk, schema: undefined, isBuiltIn: false, now: 0 }
    const live = trackUpdate({ ...custom, manager: 'a', live: undefined, next: at(1) })
    const next = trackScale({
      ...custom,
      manager: 's',
      subresource: 'scale',
      live,
      next: at(2),
      replicasPath: ['spec', 'size', 'count'],
    })
    expect(metadataOf(next).managedFields).toMatchObject([
      { manager: 'a', fieldsV1: { 'f:spec': { '.': {}, 'f:size': {} } } },
      { manager: 's', subresource: 'scale', fieldsV1: { 'f:spec': { 'f:size': { 'f:count': {} } } } },
    ])
  })
})
