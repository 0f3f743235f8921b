import { type KubernetesObject, readObject } from '@kube-informer/core'
import { pods } from '@kube-informer/core/resources'
import { describe, expect, test, vi } from 'vitest'
import { podRow } from '../../test/rows.ts'
import type { WriteRequest } from '../../wire/calls.ts'
import { readState, reportedState } from './reported-state.ts'
import { changedTableRow, knownTableRow } from './table-row.ts'

const POD = { kind: 'Pod', apiVersion: 'v1', metadata: { name: 'x', uid: 'u', resourceVersion: '7' } }
const reported = (verb: WriteRequest['verb'], response: object, uid = 'before') =>
  reportedState(pods, { verb } as WriteRequest, response as KubernetesObject, uid)
const withMetadata = (more: object) => ({ ...POD, metadata: { ...POD.metadata, ...more } })
const TIME = '2026-01-01T00:00:00Z'

describe('the response to a write reports', () => {
  test.each<[string, WriteRequest['verb'], object]>([
    ['the object', 'create', POD],
    [
      'the object that is being deleted for a while',
      'delete',
      withMetadata({ deletionTimestamp: TIME, deletionGracePeriodSeconds: 1 }),
    ],
    [
      'the object that has finalizers',
      'delete',
      withMetadata({ deletionTimestamp: TIME, finalizers: ['f'] }),
    ],
  ])('%s', (_, verb, response) => {
    expect(reported(verb, response)).toEqual({ type: 'object', object: response, resourceVersion: '7' })
  })

  test.each<[string, object]>([
    ['of another kind', { ...POD, kind: 'Scale' }],
    ['of another version', { ...POD, apiVersion: 'autoscaling/v1' }],
    ['without a name', { ...POD, metadata: { resourceVersion: '7' } }],
  ])('the resourceVersion of an object %s', (_, response) => {
    expect(reported('replace', response)).toEqual({ type: 'version', resourceVersion: '7' })
  })

  test.each<[string, object, string, string]>([
    ['an object', POD, 'u', '7'],
    ['an object without a uid', { ...POD, metadata: { name: 'x' } }, 'before', ''],
    [
      'an object with nothing left to do',
      withMetadata({ deletionTimestamp: TIME, deletionGracePeriodSeconds: 0 }),
      'u',
      '7',
    ],
    ['an object that is not marked', withMetadata({ finalizers: ['f'] }), 'u', '7'],
    ['a Status', { kind: 'Status', apiVersion: 'v1', details: { uid: 's' } }, 's', ''],
    ['a Status without a uid', { kind: 'Status', apiVersion: 'v1' }, 'before', ''],
  ])('that what was deleted is gone: %s', (_, response, uid, resourceVersion) => {
    expect(reported('delete', response)).toEqual({ type: 'gone', uid, resourceVersion })
  })

  test.each<[string, WriteRequest['verb'], object, string]>([
    ['an object without a resourceVersion', 'create', { ...POD, metadata: { name: 'x' } }, 'u'],
    ['a Status of another write', 'create', { kind: 'Status', apiVersion: 'v1', details: { uid: 's' } }, 'u'],
    ['a Status of an unknown object', 'delete', { kind: 'Status', apiVersion: 'v1' }, ''],
  ])('nothing: %s', (_, verb, response, uid) => {
    expect(reported(verb, response, uid)).toBeUndefined()
  })
})

test('a read reports the object, or that it is gone', () => {
  expect(readState(POD as KubernetesObject, 'u')).toEqual({
    type: 'object',
    object: POD,
    resourceVersion: '7',
  })
  expect(readState({ metadata: {} }, 'u')).toEqual({
    type: 'object',
    object: { metadata: {} },
    resourceVersion: '',
  })
  expect(readState(undefined, 'u')).toEqual({ type: 'gone', uid: 'u', resourceVersion: '' })
})

describe('the row of a Table after a write', () => {
  const row = { ...podRow('a/x', 7), columns: 'c' }
  const change = () => ({ nextResourceVersion: vi.fn(() => '7.1'), now: Date.parse(TIME) })
  const metadataOf = (changed: ReturnType<typeof changedTableRow>) => changed && readObject(changed).metadata

  test('has the metadata of the write, and a resourceVersion of its own', () => {
    const labels = { app: 'web' }
    const changed = changedTableRow(
      row,
      object => ({ ...object, metadata: { ...object?.metadata, labels, managedFields: [] } }) as never,
      change(),
    )
    expect(changed).toMatchObject({ key: 'a/x', uid: row.uid, resourceVersion: '7.1', columns: 'c' })
    expect(metadataOf(changed)).toMatchObject({ name: 'x', labels })
    expect(metadataOf(changed)).not.toHaveProperty('managedFields')
  })

  test('is the same if the write changes no metadata', () => {
    const unchanged = change()
    expect(changedTableRow(row, object => object && { ...object }, unchanged)).toBe(row)
    expect(changedTableRow(row, () => ({}), unchanged)).toBe(row)
    expect(unchanged.nextResourceVersion).not.toHaveBeenCalled()
  })

  test('of an object that is deleted is marked with the time, unless it was marked before', () => {
    const first = changedTableRow(row, () => undefined, change())
    expect(metadataOf(first)?.deletionTimestamp).toBe('2026-01-01T00:00:00.000Z')
    const later = { ...change(), now: Date.parse(TIME) + 5000 }
    expect(metadataOf(changedTableRow(first, () => undefined, later))?.deletionTimestamp).toBe(
      '2026-01-01T00:00:00.000Z',
    )
  })

  test('has what the server has sent', () => {
    const known = knownTableRow(
      row,
      { metadata: { name: 'x', namespace: 'a', labels: { b: 'c' } } },
      change(),
    )
    expect([known?.resourceVersion, known?.columns, metadataOf(known)?.labels]).toEqual([
      '7.1',
      'c',
      { b: 'c' },
    ])
    expect(
      knownTableRow({ ...row, columns: undefined } as never, { metadata: { name: 'x' } }, change())?.columns,
    ).toBe('')
    expect(knownTableRow(row, {}, change())).toBe(row)
  })

  test('of an object that the write creates is none', () => {
    expect([
      changedTableRow(undefined, object => object, change()),
      knownTableRow(undefined, POD as never, change()),
    ]).toEqual([...[undefined, undefined]])
  })
})
