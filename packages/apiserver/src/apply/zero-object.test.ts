import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { ask } from '../test/fixtures.ts'
import { schemaOf, widgetSchema } from '../test/widgets.ts'
import { zeroObject } from './zero-object.ts'

test('a built-in object has its structs and what JSON never omits from the start', async () => {
  expect(zeroObject(await schemaOf('discovery.k8s.io', 'v1', 'EndpointSlice'), true)).toEqual({
    addressType: '',
    endpoints: null,
    metadata: {},
    ports: null,
  })
  const { spec } = zeroObject(await schemaOf('batch', 'v1', 'CronJob'), true)
  // `suspend` has a default, but is a pointer.
  expect(spec).toMatchObject({ schedule: '', jobTemplate: { metadata: {} } })
  expect(spec).not.toHaveProperty('suspend')
})

test('a custom object is empty', async () => {
  expect(zeroObject(await widgetSchema(), false)).toEqual({})
})

const RBAC = { path: '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles' }
const SLICES = { path: '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices' }
const EVENTS = { path: '/api/v1/namespaces/default/events' }
const NEW_EVENTS = { path: '/apis/events.k8s.io/v1/namespaces/default/events' }
const involvedObject = { kind: 'Pod', namespace: 'default', name: 'a' }

test.each([
  ['a Role without rules', RBAC, {}, undefined],
  ['a Role with an empty list', RBAC, { rules: [] }, { 'f:rules': {} }],
  ['an EndpointSlice without lists', SLICES, { addressType: 'IPv4' }, { 'f:addressType': {} }],
  [
    'an Event',
    EVENTS,
    { involvedObject, message: 'm', type: 'Normal' },
    { 'f:involvedObject': {}, 'f:message': {}, 'f:type': {} },
  ],
  [
    'an Event of events.k8s.io',
    NEW_EVENTS,
    {
      eventTime: '2024-01-01T00:00:00.000000Z',
      reportingController: 'c.example.com/x',
      reportingInstance: 'i',
      action: 'A',
      reason: 'R',
      regarding: involvedObject,
      type: 'Normal',
    },
    {
      'f:action': {},
      'f:eventTime': {},
      'f:reason': {},
      'f:regarding': {},
      'f:reportingController': {},
      'f:reportingInstance': {},
      'f:type': {},
    },
  ],
])('its creator owns what it sent: %s', async (_, { path }, members, owned) => {
  const { code, body } = await ask(createFakeApiserver(), 'POST', path, {
    metadata: { name: 'a' },
    ...members,
  })
  expect(code).toBe(201)
  const [entry] = (body.metadata?.managedFields ?? []) as readonly { readonly fieldsV1: object }[]
  expect(entry?.fieldsV1).toEqual(owned)
})
