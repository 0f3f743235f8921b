import { columnsOf } from '@kube-informer/cacher/tables'
import {
  defineResource,
  type KubernetesObject,
  type TableColumn,
  type TableObject,
} from '@kube-informer/core'
import { customResourceDefinitions } from '@kube-informer/core/resources'
import { type Authorize, pods } from '@kube-informer/testing'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import type { SliceState, Subscription } from '../../api/subscription.ts'
import { pod, requestsOf } from '../../test/informers.ts'
import { outcomeOf, type WriteRigOptions, warmUpWrites, writeRig } from '../../test/write-rig.ts'

const crontabs = defineResource({
  group: 'stable.example.com',
  version: 'v1',
  plural: 'crontabs',
  kind: 'CronTab',
  namespaced: true,
})
const crontab = (name: string): KubernetesObject =>
  ({
    apiVersion: 'stable.example.com/v1',
    kind: 'CronTab',
    metadata: { name, namespace: 'default' },
    spec: { cron: '* * * * *', replicas: name.length },
  }) as KubernetesObject
const cron = { name: 'Cron', type: 'string', jsonPath: '.spec.cron' }
const replicas = { name: 'Replicas', type: 'integer', jsonPath: '.spec.replicas' }
const definition = (additionalPrinterColumns: readonly object[]) =>
  ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'crontabs.stable.example.com' },
    spec: {
      group: 'stable.example.com',
      scope: 'Namespaced',
      names: { plural: 'crontabs', kind: 'CronTab' },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
          additionalPrinterColumns,
        },
      ],
    },
  }) as KubernetesObject

beforeAll(async () => {
  await warmUpWrites()
  // The server loads the columns of built-in kinds in real time.
  await columnsOf(pods)
})

function rig(options: WriteRigOptions = {}) {
  const all = writeRig({ idleGraceMs: 1_000, ...options })
  onTestFinished(all.end)
  const show = (connection: Connection<never> | ReturnType<typeof all.open>, subscription: Subscription) => {
    const states: SliceState<TableObject>[] = []
    const unsubscribe = (connection as unknown as Connection).subscribe(subscription, state =>
      states.push(state as SliceState<TableObject>),
    )
    return {
      states,
      unsubscribe,
      now: () => states.at(-1),
      names: () => states.at(-1)?.data.map(({ metadata }) => metadata?.name),
      row: (name: string) => states.at(-1)?.data.find(({ metadata }) => metadata?.name === name),
    }
  }
  const lists = () => requestsOf(all.server, 'list').map(({ path }) => path)
  return { ...all, show, lists }
}

const table = (resource: Subscription['resource'], slice: Subscription['slice'] = {}): Subscription => ({
  resource,
  form: 'table',
  slice,
})
const columnNames = (state: { readonly columns?: readonly TableColumn[] } | undefined) =>
  state?.columns?.map(({ name }) => name)

test('a Table has one informer for all tabs, beside that of the objects', async () => {
  const { open, show, settle, lists, server } = rig()
  const [one, two] = [open(), open()]
  const first = show(
    one,
    table('pods', { sort: { by: 'cells[0]', descending: true }, window: { offset: 0, limit: 2 } }),
  )
  const second = show(two, table(pods, { filter: { where: { path: 'cells[2]', eq: 'Pending' } } }))
  const objects = show(one, { resource: 'pods' })
  await settle()
  expect(columnNames(first.now())?.slice(0, 4)).toEqual(['Name', 'Ready', 'Status', 'Restarts'])
  expect(first.now()).toMatchObject({ total: 6, status: { data: 'complete', link: 'live' } })
  expect(first.names()).toEqual(['proxy', 'dns'])
  expect(second.names()).toEqual(['dns'])
  expect(first.row('dns')).toBe(first.row('dns'))
  expect(first.row('dns')?.cells.slice(0, 3)).toEqual(['dns', '0/1', 'Pending'])
  expect(first.row('dns')).not.toHaveProperty('spec')
  expect(objects.row('dns')).toHaveProperty('spec')
  expect(objects.row('dns')).not.toHaveProperty('cells')
  expect(objects.now()).not.toHaveProperty('columns')
  // One as a Table and one as objects, for two pages and three slices.
  expect(lists()).toEqual(['/api/v1/pods', '/api/v1/pods'])
  const { columns } = first.now() ?? {}
  const kept = first.row('proxy')
  server.create(pod('default/zoo'))
  await settle()
  expect(first.names()).toEqual(['zoo', 'proxy'])
  expect(first.now()?.columns).toBe(columns)
  server.delete(pod('default/zoo'))
  await settle()
  expect(first.row('proxy')).toBe(kept)
})

test('labels, text and namespaces select rows, and namespaces are counted', async () => {
  const { open, show, settle } = rig()
  const connection = open()
  const byText = show(connection, table('pods', { filter: { text: 'sys pro' }, groupBy: 'namespace' }))
  const byIndex = show(
    connection,
    table('pods', { target: { type: 'index', index: 'namespace', value: 'default' } }),
  )
  const byLabel = show(connection, table('pods', { filter: { labelSelector: 'app' } }))
  await settle()
  expect(byText.names()).toEqual(['proxy'])
  expect(byText.now()?.groups).toEqual([
    { value: 'default', count: 4 },
    { value: 'kube-system', count: 2 },
  ])
  expect(byIndex.names()).toEqual(['a', 'b', 'c', 'd'])
  expect(byLabel.names()).toEqual([])
  const wrong = show(connection, table('pods', { filter: { predicate: 'running' } }))
  await settle()
  expect(wrong.now()?.status.error?.message).toMatch(/no predicate "running"; the definition has: none/)
})

test('where the whole resource is forbidden, its namespaces are listed', async () => {
  const authorize: Authorize = ({ namespace, resource }) => resource !== 'pods' || namespace === 'default'
  const { open, show, settle } = rig({ server: { authorize } })
  const shown = show(open({ namespaces: ['default'] }), table('pods'))
  await settle(2_000)
  expect(shown.names()).toEqual(['a', 'b', 'c', 'd'])
  expect(columnNames(shown.now())?.[0]).toBe('Name')
})

test('other columns of a CustomResourceDefinition replace every row', async () => {
  const { open, show, settle, server } = rig()
  server.create(definition([cron]))
  await settle()
  server.create(crontab('a'))
  server.create(crontab('bb'))
  const shown = show(open(), table(crontabs, { window: { offset: 0, limit: 10 } }))
  await settle()
  expect(columnNames(shown.now())).toEqual(['Name', 'Cron'])
  const before = shown.row('a')
  expect(before?.cells).toEqual(['a', '* * * * *'])
  const stored = server.get(customResourceDefinitions, 'crontabs.stable.example.com')
  server.update({
    ...stored,
    ...definition([replicas, cron]),
    metadata: stored?.metadata,
  } as KubernetesObject)
  // The watch is opened again, and its first event has the columns.
  await settle(2_000)
  server.update({ ...server.get(crontabs, 'default/bb'), spec: { replicas: 7 } } as KubernetesObject)
  await settle(60_000)
  expect(columnNames(shown.now())).toEqual(['Name', 'Replicas', 'Cron'])
  expect(shown.row('a')?.cells).toEqual(['a', 1, '* * * * *'])
  expect(shown.row('a')?.metadata?.resourceVersion).toBe(before?.metadata?.resourceVersion)
  expect(shown.row('bb')?.cells).toEqual(['bb', 7, null])
  // No state has had cells of other columns.
  for (const { data, columns } of shown.states.filter(({ status }) => status.data === 'complete'))
    for (const { cells } of data) expect(cells).toHaveLength(columns?.length ?? -1)
})

test('a Table that is opened again resumes from memory', async () => {
  const { open, show, settle, server, clock } = rig({ retainMs: 600_000 })
  const connection = open()
  const first = show(connection, table('pods'))
  await clock.advance(20_000)
  first.unsubscribe()
  await clock.advance(20_000)
  const lists = requestsOf(server, 'list').length
  server.create(pod('default/new'))
  const again = show(connection, table('pods'))
  await settle()
  expect(again.names()).toContain('new')
  expect(again.now()?.columns).toEqual(first.now()?.columns)
  expect(requestsOf(server, 'list')).toHaveLength(lists)
})

test('a write changes the metadata of a row at once, and its cells when the watch does', async () => {
  const { open, show, settle, server } = rig()
  const connection = open()
  const shown = show(connection, table('pods'))
  await settle()
  const before = shown.row('a')
  server.faults.add({ match: { method: 'PATCH' }, action: { type: 'delay', ms: 5_000 } })
  const at = { namespace: 'default', name: 'a' }
  const patch = { metadata: { labels: { app: 'web' } }, spec: { activeDeadlineSeconds: 5 } }
  const { settled } = connection.mutate({ resource: 'pods', verb: 'patch', object: at, patch })
  const outcome = outcomeOf(settled)
  await settle()
  expect(shown.row('a')).toMatchObject({ cells: before?.cells, metadata: { labels: { app: 'web' } } })
  expect(shown.row('a')).not.toHaveProperty('spec')
  await settle(20_000)
  expect(outcome).toMatchObject({ value: { kind: 'Pod', spec: { nodeName: 'n1' } } })
  expect(shown.row('a')?.metadata?.resourceVersion).toBe(
    server.get(pods, 'default/a')?.metadata.resourceVersion,
  )
  // The watch has sent the row as the server printed it then.
  expect(shown.row('a')?.cells[4]).not.toBe(before?.cells[4])
})

test('a row is marked while its object is deleted, and an object that is created has none before the watch', async () => {
  const { open, show, settle, server } = rig()
  const connection = open()
  const shown = show(connection, table('pods'))
  await settle()
  server.faults.add({ match: { method: 'DELETE' }, action: { type: 'delay', ms: 5_000 } })
  const at = { namespace: 'default', name: 'a' }
  const deletion = connection.mutate({ resource: 'pods', verb: 'delete', object: at })
  const creation = connection.mutate({ resource: 'pods', verb: 'create', object: pod('default/new') })
  const outcomes = [outcomeOf(deletion.settled), outcomeOf(creation.settled)]
  await settle()
  expect(shown.row('a')?.metadata?.deletionTimestamp).toBeDefined()
  for (const { data } of shown.states) for (const { cells } of data) expect(cells.length).toBeGreaterThan(4)
  await settle(60_000)
  expect(shown.row('a')).toBeUndefined()
  expect(shown.row('new')?.cells[0]).toBe('new')
  expect(outcomes[1]).toMatchObject({ value: { kind: 'Pod', metadata: { name: 'new' } } })
})

test('a snapshot has the columns, and is no start for an informer', async () => {
  const { open, settle } = rig()
  const taken = (open() as unknown as Connection).snapshot(table('pods'))
  await settle()
  const { columns, rows, isWhole } = await taken
  expect(columnNames({ ...(columns && { columns }) })?.[0]).toBe('Name')
  expect([rows.length, isWhole]).toEqual([6, false])
})

test('a list that is cut is the error of the status, and no row is lost', async () => {
  const { open, show, settle, server } = rig()
  const shown = show(open(), table('pods'))
  await settle()
  expect(shown.names()).toHaveLength(6)
  const isList = { resource: 'pods', watch: false }
  server.faults.add({ match: isList, times: 1, action: { type: 'truncate' } })
  server.relist()
  await settle(60_000)
  server.create(pod('default/zoo'))
  await settle(60_000)
  expect(shown.states.some(({ status }) => status.error?.name === 'ProtocolError')).toBe(true)
  expect(shown.names()).toContain('zoo')
  for (const { data, status } of shown.states)
    if (status.data !== 'none') expect(data.length).toBeGreaterThanOrEqual(6)
})
