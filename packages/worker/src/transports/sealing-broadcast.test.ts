import { expect, test, vi } from 'vitest'
import { createKeys, exportKey, openToken, type SealedToken } from '../wire/sealed-token.ts'
import { sealingBroadcast } from './sealing-broadcast.ts'

/** A channel, and what is posted on it. */
function start() {
  const posted: Record<string, unknown>[] = []
  let receive = (_event: { readonly data: unknown }): void => {}
  const channel = {
    postMessage: (message: unknown) => void posted.push(message as Record<string, unknown>),
    addEventListener: (_type: 'message', listener: typeof receive) => {
      receive = listener
    },
    close: vi.fn(),
  }
  const sealing = sealingBroadcast(channel)
  const received: unknown[] = []
  sealing.addEventListener('message', ({ data }) => received.push(data))
  return { posted, sealing, channel, received, receive: (data: unknown) => receive({ data }) }
}

test('a token is encrypted for the host that has requested it', async () => {
  const { posted, sealing, received, receive } = start()
  const keys = await createKeys()
  const request = { type: 'needToken', id: 1, key: await exportKey(keys) }
  receive(request)
  receive({ type: 'other', key: new ArrayBuffer(1) })
  sealing.postMessage({ type: 'token', id: 1, token: 'secret' })
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(received[0]).toBe(request)
  const { sealed, ...message } = posted[0] ?? {}
  expect(message).toEqual({ type: 'token', id: 1 })
  expect(await openToken(sealed as SealedToken, keys)).toBe('secret')
  sealing.postMessage({ type: 'token', id: 2, token: '' })
  await vi.waitFor(() => expect(posted).toHaveLength(2))
  expect(await openToken(posted[1]?.sealed as SealedToken, keys)).toBe('')
})

test('a token that nothing can read is not sent, but the failure', async () => {
  const { posted, sealing } = start()
  sealing.postMessage({ type: 'token', id: 1, token: 'secret' })
  await vi.waitFor(() => expect(posted).toHaveLength(1))
  expect(posted[0]).toEqual({
    type: 'token',
    id: 1,
    error: expect.stringContaining('the token could not be encrypted: '),
  })
})

test('other messages pass unchanged; a message may be anything', () => {
  const { posted, sealing, received, receive } = start()
  const message = { type: 'token', id: 1, error: 'no token' }
  sealing.postMessage(message)
  expect(posted[0]).toBe(message)
  for (const data of [undefined, null, 'text', 7]) receive(data)
  expect(received).toEqual([undefined, null, 'text', 7])
})

test('nothing is sent once the channel is closed', async () => {
  const { posted, sealing, channel, receive } = start()
  receive({ type: 'needToken', key: await exportKey(await createKeys()) })
  sealing.postMessage({ type: 'token', id: 1, token: 'secret' })
  sealing.close()
  sealing.postMessage({ type: 'hello' })
  await new Promise(resolve => setImmediate(resolve))
  await createKeys()
  expect([posted, channel.close.mock.calls.length]).toEqual([[], 1])
})
