import { createFakeApiserver, FakeClock, generatePods, pods } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'
import { StatusError } from '../../api/errors.ts'
import type { WatchEvent } from '../../api/object.ts'
import { defineResource } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { SharedIndexInformer } from '../../cache/informer/shared-index-informer.ts'
import { readMetadata, readObject } from '../../row/read-row.ts'
import { createKubeClient } from '../kube-client.ts'
import { createTableListWatch } from './table-list-watch.ts'
import type { TableObject } from './table-object.ts'

const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'
const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})
const size = { name: 'Size', type: 'integer', jsonPath: '.spec.size' }
const color = { name: 'Color', type: 'string', jsonPath: '.spec.color' }

const definition = (columns: readonly object[]) => ({
  kind: 'CustomResourceDefinition',
  apiVersion: 'apiextensions.k8s.io/v1',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        additionalPrinterColumns: columns,
      },
    ],
  },
})

const json = { 'content-type': 'application/json' }

async function widgetServer(names: readonly string[]) {
  const server = createFakeApiserver()
  const send = (method: string, path: string, body: object, type = 'application/json') =>
    server.fetch(path, { method, body: JSON.stringify(body), headers: { 'content-type': type } })
  await send('POST', CRDS, definition([size]))
  for (const name of names)
    await send('POST', WIDGETS, {
      kind: 'Widget',
      apiVersion: 'example.com/v1',
      metadata: { name, namespace: 'default', labels: { app: name } },
      spec: { size: 3, color: 'red' },
    })
  return { server, send, client: createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch }) }
}

const { signal } = new AbortController()

test('a list has metadata, cells and the columns, without managedFields (T01)', async () => {
  const { client } = await widgetServer(['a'])
  const table = createTableListWatch(client, widgets, { namespace: 'default' })
  expect(table.columns).toBeUndefined()
  const { items, metadata } = await table.list({}, { signal })
  expect(metadata.resourceVersion).toMatch(/^\d+$/)
  expect(table.columns?.map(({ name, type }) => [name, type])).toEqual([
    ['Name', 'string'],
    ['Size', 'integer'],
  ])
  const [row] = items
  expect(row).toMatchObject({
    key: 'default/a',
    name: 'a',
    namespace: 'default',
    columns: expect.any(String),
  })
  const object = readObject(row as Row<TableObject>)
  expect(Object.keys(object)).toEqual(['apiVersion', 'kind', 'metadata', 'cells'])
  expect(object).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Widget', cells: ['a', 3] })
  expect(object.metadata).toMatchObject({ name: 'a', labels: { app: 'a' }, uid: row?.uid })
  expect(object.metadata?.managedFields).toBeUndefined()
})

test('pages have the columns of the whole list (T10)', async () => {
  const server = createFakeApiserver({ objects: generatePods({ count: 5, seed: 1 }) })
  const client = createKubeClient({ baseUrl: 'http://fake', fetch: server.fetch })
  const found: unknown[] = []
  const table = createTableListWatch(client, pods, { onColumns: columns => found.push(columns) })
  const first = await table.list({ limit: 3 }, { signal })
  expect(first.metadata.remainingItemCount).toBe(2)
  expect(found).toEqual([])
  const rest = await table.list({ limit: 3, continue: first.metadata.continue }, { signal })
  expect(rest.items).toHaveLength(2)
  expect(found).toEqual([table.columns])
})

/** Runs an informer until it is live. */
async function follow(listerWatcher: ReturnType<typeof createTableListWatch>) {
  const clock = new FakeClock()
  const informer = new SharedIndexInformer({ listerWatcher, clock, random: () => 0 })
  const controller = new AbortController()
  const done = informer.run(controller.signal)
  onTestFinished(async () => {
    controller.abort()
    await done
  })
  const until = async (condition: () => boolean) => {
    for (let i = 0; i < 2_000 && !condition(); i++) await clock.advance(100)
    expect(condition()).toBe(true)
  }
  await until(() => informer.status.link === 'live')
  const cells = () =>
    Object.fromEntries(informer.indexer.list().map(row => [row.name, readObject(row).cells]))
  return { informer, until, cells }
}

test('events and bookmarks are Tables too (T07)', async () => {
  const { client, send, server } = await widgetServer(['a', 'b'])
  const { informer, until, cells } = await follow(createTableListWatch(client, widgets))
  const kept = informer.indexer.getByKey('default/b')
  const labels: unknown[] = []
  informer.addEventHandler({
    onUpdate: (_, row) => void labels.push(readMetadata(row).labels),
    onDelete: row => void labels.push('name' in row ? row.name : row.key),
  })
  await send('PATCH', `${WIDGETS}/a`, { spec: { size: 4 } }, 'application/merge-patch+json')
  await until(() => cells().a?.[1] === 4)
  expect(cells()).toEqual({ a: ['a', 4], b: ['b', 3] })
  await server.fetch(`${WIDGETS}/a`, { method: 'DELETE' })
  await until(() => informer.indexer.size === 1)
  expect(informer.indexer.getByKey('default/b')).toBe(kept)
  expect(labels.at(-1)).toBe('a')
  expect(informer.status).toMatchObject({ link: 'live', counters: { relists: 0 } })
})

test('other columns replace all rows, although their resourceVersions are equal', async () => {
  const { client, send } = await widgetServer(['a', 'b'])
  const table = createTableListWatch(client, widgets)
  const { informer, until, cells } = await follow(table)
  const before = informer.indexer.list()
  expect(cells()).toEqual({ a: ['a', 3], b: ['b', 3] })
  await send(
    'PATCH',
    `${CRDS}/widgets.example.com`,
    definition([color, size]),
    'application/merge-patch+json',
  )
  // The watch is opened again by itself; its first event has the columns.
  await send('PATCH', `${WIDGETS}/b`, { spec: { size: 9 } }, 'application/merge-patch+json')
  await until(() => cells().a?.length === 3 && informer.status.link === 'live')
  expect(cells()).toEqual({ a: ['a', 'red', 3], b: ['b', 'red', 9] })
  expect(table.columns?.map(({ name }) => name)).toEqual(['Name', 'Color', 'Size'])
  const after = informer.indexer.getByKey('default/a')
  expect(after?.resourceVersion).toBe(before.find(({ name }) => name === 'a')?.resourceVersion)
})

test('an initial list by watch has its columns in the first event', async () => {
  const { client } = await widgetServer(['a', 'b'])
  const table = createTableListWatch(client, widgets)
  const options = {
    sendInitialEvents: true,
    resourceVersionMatch: 'NotOlderThan',
    allowWatchBookmarks: true,
  } as const
  const events: WatchEvent<Row<TableObject>>[] = []
  const controller = new AbortController()
  for await (const read of await table.watch(options, { signal: controller.signal })) {
    events.push(...read)
    if (events.at(-1)?.type === 'BOOKMARK') break
  }
  controller.abort()
  expect(events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
  expect(events[2]?.object).toMatchObject({
    kind: 'Widget',
    metadata: { annotations: { 'k8s.io/initial-events-end': 'true' }, resourceVersion: expect.any(String) },
  })
  expect(table.columns).toHaveLength(2)
})

test('without columns, a watch is refused, so that a Reflector lists', async () => {
  const { client } = await widgetServer(['a'])
  const table = createTableListWatch(client, widgets)
  await expect(table.watch({ resourceVersion: '1' }, { signal })).rejects.toMatchObject({ code: 410 })
})

/** A client whose server answers a list with this text, and a watch with these lines. */
const answering = (list: unknown, lines: readonly unknown[] = []) =>
  createKubeClient({
    baseUrl: 'http://fake',
    fetch: async url => {
      const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
      const isWatch = new URL(url).searchParams.has('watch')
      return new Response(isWatch ? lines.map(each => `${text(each)}\n`).join('') : text(list), {
        headers: json,
      })
    },
  })

const columnDefinitions = [{ name: 'Name', type: 'string' }]
const row = (name: unknown, cells: unknown = [name]) => ({
  cells,
  object: { kind: 'PartialObjectMetadata', metadata: { name, uid: `u-${name}`, resourceVersion: '5' } },
})
const tableOf = (rows: unknown, columns: unknown = columnDefinitions) => ({
  kind: 'Table',
  apiVersion: 'meta.k8s.io/v1',
  metadata: { resourceVersion: '7' },
  columnDefinitions: columns,
  rows,
})

test.each([
  [
    'a plain list',
    { kind: 'WidgetList', apiVersion: 'example.com/v1', metadata: {}, items: [{}] },
    /WidgetList in place of a Table/,
  ],
  [
    'a kind of the same name',
    { ...tableOf([]), apiVersion: 'furniture.io/v1' },
    /Table in place of a Table|in place/,
  ],
  ['no columns', tableOf([row('a')], null), /not columns/],
  ['columns that are none', tableOf([row('a')], [{ name: 3 }]), /not columns/],
  ['fewer cells', tableOf([row('a', [])]), /1 columns has a row of 0 cells/],
  ['more cells', tableOf([row('a'), row('b', ['b', [1, [2, 3]]])]), /1 columns has a row of 2 cells/],
  ['cells that are none', tableOf([row('a', 'a')]), /without cells/],
  ['rows that are no objects', tableOf([1]), /not an object/],
  ['a row without an object', tableOf([{ cells: ['a'], object: null }]), /without the metadata/],
  ['a name that is no text', tableOf([row(3)]), /name is not a string/],
  ['no name', tableOf([{ cells: [''], object: { metadata: {} } }]), /without metadata.name/],
  [
    'metadata twice',
    JSON.stringify(tableOf([row('a')])).replace('"object":', '"object":{"metadata":{}},"object":'),
    /twice/,
  ],
  [
    'rows elsewhere',
    JSON.stringify(tableOf([])).replace('"rows":[]', '"rows":[],"ro\\u0077s":[{}]'),
    /elsewhere/,
  ],
  ['a list that is cut', JSON.stringify(tableOf([row('a')])).slice(0, -20), /ends in the middle/],
])('%s is a ProtocolError of the list', async (_, list, message) => {
  const listed = createTableListWatch(answering(list), widgets).list({}, { signal })
  await expect(listed).rejects.toMatchObject({
    name: 'ProtocolError',
    message: expect.stringMatching(message),
  })
})

test.each([[null], [[]]])('rows may be %j', async rows => {
  const table = createTableListWatch(answering(tableOf(rows)), widgets)
  expect((await table.list({}, { signal })).items).toEqual([])
  expect(table.columns).toHaveLength(1)
})

test('a row keeps what it has under any name, and strings with escapes', async () => {
  const text = `{"kind":"Table","apiVersion":"meta.k8s.io/v1","rows":[ {"__proto__":{"a":1},"object":{"metadata":
    {"managedFields":[{}],"labels":{"__proto__":"x","toString":"y"},"name":"a\\u0062","resourceVersion":"1", "annotations":
    {"kubectl.kubernetes.io/last-applied-configuration":"{}","é":"😀"},"namespace":null }},"conditions":[{"type":"Completed","status":"True"}],
    "cells": [ {"a":[1,2]} ] } ],"metadata":{},"columnDefinitions":[{"name":"N"}]}`
  const { items } = await createTableListWatch(answering(text), widgets).list({}, { signal })
  expect(items[0]).toMatchObject({ key: 'ab', namespace: '', resourceVersion: '1', uid: '' })
  const object = readObject(items[0] as Row<TableObject>)
  expect(object.metadata?.annotations).toEqual({ é: '😀' })
  expect(Object.entries(object.metadata?.labels ?? {})).toEqual([
    ['__proto__', 'x'],
    ['toString', 'y'],
  ])
  expect(object).toMatchObject({
    cells: [{ a: [1, 2] }],
    conditions: [{ type: 'Completed', status: 'True' }],
  })
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
})

async function eventsOf(...lines: unknown[]) {
  const table = createTableListWatch(answering(tableOf([row('a')]), lines), widgets)
  await table.list({}, { signal })
  const events: WatchEvent<Row<TableObject>>[] = []
  for await (const read of await table.watch({ resourceVersion: '7' }, { signal })) events.push(...read)
  return events
}

test('an ERROR is a Status (T09)', async () => {
  const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }
  expect(await eventsOf({ type: 'ERROR', object: status })).toEqual([{ type: 'ERROR', object: status }])
})

test.each([
  ['a plain object', { kind: 'Widget', metadata: { name: 'a' } }, 500],
  ['two rows', tableOf([row('a'), row('b')]), 500],
  ['no row', tableOf([]), 500],
  ['rows that are null', tableOf(null), 500],
  ['a row that is no object', tableOf([[]]), 500],
  ['more cells', tableOf([row('a', [1, 2])]), 500],
  ['other columns', tableOf([row('a')], [{ name: 'Other' }]), 410],
])('%s ends a watch with an ERROR', async (_, object, code) => {
  const events = await eventsOf(
    { type: 'MODIFIED', object: tableOf([row('a')], null) },
    { type: 'ADDED', object },
  )
  expect(events.map(({ type }) => type)).toEqual(['MODIFIED', 'ERROR'])
  expect(events[1]?.object).toMatchObject({ code })
})

test('a server without Tables is named in the error', async () => {
  const status = { kind: 'Status', code: 406, reason: 'NotAcceptable', message: 'only JSON' }
  const client = createKubeClient({
    baseUrl: 'http://fake',
    fetch: async () => new Response(JSON.stringify(status), { status: 406, headers: json }),
  })
  const listed = createTableListWatch(client, widgets, { namespace: 'default' }).list({}, { signal })
  const error = await listed.catch(thrown => thrown)
  expect(error).toBeInstanceOf(StatusError)
  expect(error).toMatchObject({
    code: 406,
    message:
      'list widgets.example.com in namespace "default" as a Table: the server has no Table of it: only JSON',
  })
})
