import { expect, test } from 'vitest'
import { columnsOf } from './columns-of.ts'

const now = Date.parse('2026-01-01T00:00:05Z')
const metadata = { name: 'x', namespace: 'n', creationTimestamp: '2026-01-01T00:00:00Z' }

async function row(group: string, kind: string, object: object): Promise<Record<string, unknown>> {
  const columns = await columnsOf({ group, version: 'v1', kind })
  return Object.fromEntries(columns.map(({ name, cell }) => [name, cell({ metadata, ...object }, now)]))
}

test('T01: the columns of a kind, with their priorities', async () => {
  const columns = await columnsOf({ group: '', version: 'v1', kind: 'Pod' })
  expect(columns.filter(({ priority }) => priority === 0).map(({ name }) => name)).toEqual([
    ...['Name', 'Ready', 'Status', 'Restarts', 'Age'],
  ])
  expect(columns[0]).toMatchObject({ type: 'string', format: 'name' })
  expect(columns.at(-1)).toMatchObject({ name: 'Readiness Gates', priority: 1 })
})

test('a completed Pod marks its row', async () => {
  const [name, ready] = await columnsOf({ group: '', version: 'v1', kind: 'Pod' })
  const conditions = (phase: string) => name?.rowConditions?.({ metadata, ...{ status: { phase } } })
  expect(conditions('Running')).toEqual([])
  expect(conditions('Succeeded')).toEqual([
    {
      type: 'Completed',
      status: 'True',
      reason: 'Succeeded',
      message: 'The pod has completed successfully.',
    },
  ])
  expect(conditions('Failed')).toMatchObject([{ reason: 'Failed', message: 'The pod failed.' }])
  expect(ready?.rowConditions).toBeUndefined()
})

test('a Deployment', async () => {
  const selector = { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'x', operator: 'Exists' }] }
  const template = { spec: { containers: [{ name: 'a', image: 'i' }] } }
  const status = { readyReplicas: 1, updatedReplicas: 2 }
  expect(await row('apps', 'Deployment', { spec: { replicas: 3, selector, template }, status })).toEqual({
    Name: 'x',
    Ready: '1/3',
    'Up-to-date': 2,
    Available: 0,
    Age: '5s',
    Containers: 'a',
    Images: 'i',
    Selector: 'app=web,x',
  })
})

test('an empty Service', async () => {
  expect(await row('', 'Service', { spec: { type: 'LoadBalancer' } })).toMatchObject({
    'Cluster-IP': '<none>',
    'External-IP': '<pending>',
    'Port(s)': '<none>',
    Selector: '<none>',
  })
})

test('a kind without cell functions: name and age', async () => {
  expect(await row('resource.k8s.io', 'DeviceTaintRule', {})).toMatchObject({
    Name: 'x',
    Key: '<unknown>',
    Age: '5s',
  })
})

test('a kind that is not built in: name and age', async () => {
  expect(await row('example.com', 'Widget', {})).toEqual({ Name: 'x', Age: '5s' })
})

test('names of inherited properties are no kinds', async () => {
  expect(await row('constructor', 'toString', {})).toEqual({ Name: 'x', Age: '5s' })
})
