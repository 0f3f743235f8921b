import type { KubernetesObject, TableColumn } from '@kube-informer/core'
import { expect, test } from 'vitest'
import { serverView } from './server-view.ts'

const kind = { group: 'example.com', version: 'v1', plural: 'widgets', kind: 'Widget', namespaced: true }
const column = (name: string, type = 'string', more: Partial<TableColumn> = {}): TableColumn => ({
  name,
  type,
  format: '',
  description: '',
  priority: 0,
  ...more,
})
const NAME = column('Name', 'string', { format: 'name' })
const object = (cells: readonly unknown[], metadata = {}): KubernetesObject =>
  ({ metadata: { name: 'a', ...metadata }, cells }) as KubernetesObject

const cellOf = (columns: readonly TableColumn[], id: string, row: KubernetesObject): unknown => {
  const cell = serverView(kind, columns).columns.find(each => each.id === id)?.cell
  return cell && 'read' in cell ? cell.read(row) : undefined
}

test('has the columns of the server, and the namespace', () => {
  const { columns } = serverView(kind, [
    NAME,
    column('Size', 'integer'),
    column('Node Name', 'string', { priority: 1 }),
    column('Age'),
  ])
  expect(columns.map(({ id }) => id)).toEqual(['name', 'namespace', 'size', 'node-name', 'age'])
  expect(columns.map(({ wide }) => wide ?? false)).toEqual([false, false, false, true, false])
  expect(columns[2]).toMatchObject({ numeric: true, sort: { by: 'cells[1]' }, field: { type: 'number' } })
  expect(columns[3]?.sort).toEqual({ by: 'cells[2]', as: 'natural' })
  expect(columns[4]?.sort).toEqual({ by: 'metadata.creationTimestamp', as: 'age' })
})

test('has no namespace for cluster-scoped objects, and some columns before the server has answered', () => {
  expect(serverView({ ...kind, namespaced: false }, [NAME]).columns.map(({ id }) => id)).toEqual(['name'])
  expect(serverView(kind, []).columns.map(({ id }) => id)).toEqual(['name', 'namespace', 'age'])
})

test('columns of one name have different ids', () => {
  const { columns } = serverView(kind, [NAME, column('Host'), column('host')])
  expect(columns.map(({ id }) => id)).toEqual(['name', 'namespace', 'host', 'host-2'])
  expect(columns.at(-1)?.field?.id).toBe('host-2')
})

test('shows cells of any type', () => {
  const columns = [NAME, column('Value')]
  const values = ['a', 3, true, null, '', { a: 1 }]
  expect(values.map(value => cellOf(columns, 'value', object(['a', value])))).toEqual([
    'a',
    3,
    'true',
    undefined,
    undefined,
    '{"a":1}',
  ])
})

test('gives the words of a status their tone', () => {
  const columns = [NAME, column('Ready')]
  expect(cellOf(columns, 'ready', object(['a', 'False']))).toEqual({ text: 'False', tone: 'bad' })
  expect(cellOf(columns, 'ready', object(['a', 'Odd']))).toEqual({ text: 'Odd', tone: 'done' })
  const deleted = object(['a', 'True'], { deletionTimestamp: '2026-01-01T00:00:00Z' })
  expect(cellOf(columns, 'ready', deleted)).toEqual({ text: 'Terminating', tone: 'gone' })
})
