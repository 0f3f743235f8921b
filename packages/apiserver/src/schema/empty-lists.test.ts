import { expect, test } from 'vitest'
import { schemaOf } from '../test/widgets.ts'
import { withoutEmptyLists } from './empty-lists.ts'

test('an empty list that JSON does not omit becomes null, wherever it is', async () => {
  const role = await schemaOf('rbac.authorization.k8s.io', 'v1', 'Role')
  expect(withoutEmptyLists(role, { rules: [] })).toEqual({ rules: null })
  const rule = { apiGroups: [''], resources: ['pods'] }
  expect(
    withoutEmptyLists(role, {
      rules: [
        { ...rule, verbs: ['get'] },
        { ...rule, verbs: [] },
      ],
    }),
  ).toEqual({
    rules: [
      { ...rule, verbs: ['get'] },
      { ...rule, verbs: null },
    ],
  })
})

test('any other empty list is omitted', async () => {
  const service = await schemaOf('', 'v1', 'Service')
  const spec = { type: 'ExternalName', externalName: 'db.example.com' }
  expect(withoutEmptyLists(service, { spec: { ...spec, ports: [] } })).toEqual({ spec })
})

test('other values, and the object itself if nothing changes, are the same', async () => {
  const slice = await schemaOf('discovery.k8s.io', 'v1', 'EndpointSlice')
  const full = { addressType: 'IPv4', endpoints: [{ addresses: ['10.0.0.1'] }], ports: null, other: [] }
  expect(withoutEmptyLists(slice, full)).toBe(full)
  expect(withoutEmptyLists(slice, null)).toBeNull()
})
