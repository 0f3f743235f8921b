import { expect, test } from 'vitest'
import { createFakeApiserver } from '../server/fake-apiserver.ts'
import { controlHandler } from './control-handler.ts'

const server = createFakeApiserver()
const handle = controlHandler(server)

async function post(control: string, body: unknown): Promise<{ status: number; text: string }> {
  const response = await handle(
    new Request(`http://fake/_fake/${control}`, { method: 'POST', body: JSON.stringify(body) }),
  )
  return { status: response?.status ?? 0, text: (await response?.text()) ?? '' }
}

test.each([
  ['of an unknown type', { action: { type: 'explode' } }],
  ['with the name of an inherited property as type', { action: { type: 'constructor' } }],
  ['without a type', { action: {} }],
  ['without an action', {}],
])('a fault %s is rejected with a list of the valid types', async (_, fault) => {
  const { status, text } = await post('faults', fault)
  expect(status).toBe(400)
  expect(text).toContain('one of: status, drop, delay, expired, end, truncate, stall, split, slow, gzip')
  expect((await server.fetch('/version')).status).toBe(200)
})

test.each([
  ['a member that does not exist', { pathPatern: 'x' }],
  ['the name of an inherited property', { constructor: 'x' }],
  ['a RegExp, which JSON makes an object', { path: /x/ }],
  ['a pattern that is not a text', { pathPattern: 5 }],
])('a match with %s is rejected', async (_, match) => {
  expect(await post('faults', { match, action: { type: 'drop' } })).toMatchObject({ status: 400 })
  expect((await server.fetch('/version')).status).toBe(200)
})

test('a pattern is a glob: an expression that takes exponential time does not stop the server', async () => {
  const action = { type: 'status', code: 503 }
  await post('faults', { match: { pathPattern: '(/|/a*)*$' }, action })
  await post('faults', { match: { pathPattern: '*/(a+)+$' }, action })
  await post('faults', { match: { pathPattern: '/version*' }, action, times: 1 })
  expect((await server.fetch(`/${'a'.repeat(60)}!`)).status).toBe(404)
  expect((await server.fetch('/version')).status).toBe(503)
  server.faults.clear()
})

test.each([
  ['a script with too many steps', { steps: Array(10_001).fill({ atMs: 0, fault: { type: 'relist' } }) }],
  ['a random script without a duration', { seed: 1 }],
  ['a random script with too many steps', { seed: 1, durationMs: 1e9, everyMs: 1 }],
  ['a random script without an interval between steps', { seed: 1, durationMs: 1000, everyMs: 0 }],
  ['a random script with an invalid seed', { seed: 'x', durationMs: 1000 }],
])('%s is rejected', async (_, script) => {
  expect((await post('script', script)).status).toBe(400)
})

test('a random script within these limits runs', async () => {
  const { status, text } = await post('script', { seed: 1, durationMs: 5000 })
  expect(status).toBe(200)
  expect(JSON.parse(text).steps.length).toBeGreaterThan(1)
  await handle(new Request('http://fake/_fake/script', { method: 'DELETE' }))
})
