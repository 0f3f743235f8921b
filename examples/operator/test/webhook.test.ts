import { expect, test } from 'vitest'
import { admit, convert, patchOf } from './reviews.ts'

const HELLO = {
  apiVersion: 'example.com/v2',
  kind: 'Widget',
  metadata: { name: 'hello', namespace: 'default' },
  spec: { replicas: 2, page: { color: 'blue' } },
}
const withReplicas = (replicas: number, labels = {}) => ({
  ...HELLO,
  metadata: { ...HELLO.metadata, labels },
  spec: { ...HELLO.spec, replicas },
})

test('a Widget without a message gets one', async () => {
  const answer = await admit('mutate', { operation: 'CREATE', object: HELLO })
  expect(answer.allowed).toBe(true)
  expect(patchOf(answer)).toEqual([{ op: 'add', path: '/spec/page/message', value: 'Hello from hello' }])
})

test('many Pods need a team', async () => {
  const denied = await admit('validate', { operation: 'CREATE', object: withReplicas(6) })
  expect(denied).toMatchObject({
    allowed: false,
    status: { code: 403, message: 'spec.replicas: more than 5 Pods need the label "team"' },
  })
  const object = withReplicas(6, { team: 'web' })
  expect(await admit('validate', { operation: 'CREATE', object })).toMatchObject({ allowed: true })
})

test('a Widget without Pods is allowed with a warning', async () => {
  const answer = await admit('validate', { operation: 'CREATE', object: withReplicas(0) })
  expect(answer).toMatchObject({
    allowed: true,
    warnings: ['spec.replicas: the page is not served without Pods'],
  })
})

test('the color of a Widget cannot change', async () => {
  const object = { ...HELLO, spec: { ...HELLO.spec, page: { color: 'red' } } }
  const answer = await admit('validate', { operation: 'UPDATE', object, oldObject: HELLO })
  expect(answer.status?.message).toBe('spec.page.color: the color of a Widget cannot change')
})

test('a protected Widget cannot be deleted', async () => {
  const annotations = { 'example.com/protected': 'true' }
  const oldObject = { ...HELLO, metadata: { ...HELLO.metadata, annotations } }
  expect(await admit('validate', { operation: 'DELETE', oldObject })).toMatchObject({ allowed: false })
  expect(await admit('validate', { operation: 'DELETE', oldObject: HELLO })).toMatchObject({ allowed: true })
})

test('a Widget that is converted to v1 and back is the same', async () => {
  const widget = { ...HELLO, spec: { replicas: 2, page: { color: 'blue', message: 'hi' } } }
  const [old] = await convert('example.com/v1', [widget])
  expect(old).toMatchObject({
    apiVersion: 'example.com/v1',
    metadata: { name: 'hello', annotations: { 'example.com/message': 'hi' } },
    spec: { color: 'blue', size: 2 },
  })
  expect(await convert('example.com/v2', [old ?? {}])).toEqual([
    { ...widget, metadata: { ...widget.metadata, annotations: {} } },
  ])
})
