import { expect, test } from 'vitest'
import type { DurableNamespace } from './durable-object.ts'
import { routeToRelay } from './route-to-relay.ts'

test('an object that fails is a Status, which clients repeat later', async () => {
  const objects: DurableNamespace = {
    idFromName: () => ({ equals: () => true }),
    get: () => ({ fetch: () => Promise.reject(new Error('Durable Object reset')) }),
  }
  const response = await routeToRelay(new Request('https://relay.example/api/v1/pods'), { objects })
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1'])
  expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'ServiceUnavailable' })
})
