import { expect, test } from 'vitest'
import { fieldsOfOwner, isShared, type OwnedField, ownedFields, stepOf } from './managed-fields.ts'

const object = {
  metadata: { labels: { app: 'web', 'example.com/team': 'a' }, finalizers: ['x'] },
  spec: { replicas: 3, containers: [{ name: 'a' }, { name: 'web', image: 'web:1' }] },
}

const managedFields = [
  {
    manager: 'kubectl',
    operation: 'Apply',
    time: '2026-01-01T00:00:00Z',
    fieldsV1: {
      'f:metadata': {
        'f:labels': { '.': {}, 'f:app': {}, 'f:example.com/team': {} },
        'f:finalizers': { 'v:"x"': {} },
      },
      'f:spec': { 'f:replicas': {}, 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:image': {} } } },
    },
  },
  {
    manager: 'hpa',
    operation: 'Update',
    subresource: 'scale',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  },
  { manager: 'broken', fieldsV1: null },
]

const all = (fields: readonly OwnedField[]): readonly OwnedField[] =>
  fields.flatMap(field => [field, ...all(field.children)])
const owned = all(ownedFields(object, managedFields))
const at = (path: string): OwnedField | undefined => owned.find(field => field.path === path)

test.each([
  ['f:image', '.image'],
  ['f:example.com/team', '["example.com/team"]'],
  ['k:{"name":"web"}', '[name="web"]'],
  ['k:{"containerPort":80,"protocol":"TCP"}', '[containerPort=80,protocol="TCP"]'],
  ['v:"x"', '["x"]'],
  ['i:0', '[0]'],
])('the key %s is the step %s', (key, step) => {
  expect(stepOf(key)).toBe(step)
})

test('paths have list keys, and lead to the values of the object', () => {
  expect(at('.spec.containers[name="web"].image')?.value).toBe('web:1')
  expect(at('.metadata.finalizers["x"]')?.value).toBe('x')
  expect(at('.metadata.labels["example.com/team"]')?.value).toBe('a')
})

test('a dot makes the field above it owned', () => {
  expect(at('.spec.containers[name="web"]')?.owners).toHaveLength(1)
  expect(at('.spec.containers')?.owners).toHaveLength(0)
})

test('a field with two managers is shared', () => {
  expect(at('.spec.replicas')?.owners.map(({ manager }) => manager)).toEqual(['kubectl', 'hpa'])
  expect(owned.filter(isShared).map(({ path }) => path)).toEqual(['.spec.replicas'])
})

test('the fields of one owner keep what leads to them', () => {
  const paths = all(fieldsOfOwner(ownedFields(object, managedFields), 'hpa (scale)')).map(({ path }) => path)
  expect(paths).toEqual(['.spec', '.spec.replicas'])
})
