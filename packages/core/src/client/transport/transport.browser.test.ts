import { expect, test } from 'vitest'
import { ConnectionError } from '../../api/errors.ts'
import { errorOf } from '../../test/answering-client.ts'
import { createTransport } from './transport.ts'

/** A port without a listener. A retry would exceed the timeout of the test. */
const CLOSED_PORT = 'http://127.0.0.1:59999'

test('a browser reports a lost connection as an error at once, without retries', async () => {
  const retries: unknown[] = []
  const { request } = createTransport({ baseUrl: CLOSED_PORT, onRetry: retry => retries.push(retry) })
  expect(await errorOf(request('/api/v1/pods'))).toBeInstanceOf(ConnectionError)
  expect(retries).toEqual([])
})

test('an abort is not a lost connection', async () => {
  const controller = new AbortController()
  const { request } = createTransport({ baseUrl: CLOSED_PORT })
  const error = errorOf(request('/api/v1/pods', { signal: controller.signal }))
  controller.abort()
  expect(await error).toMatchObject({ name: 'AbortError' })
})
