import { createFakeBroadcasts } from '@kube-informer/testing'
import { describe, expect, it, vi } from 'vitest'
import { sealingBroadcast } from '../../transports/sealing-broadcast.ts'
import { unsealingBroadcast } from './unsealing-broadcast.ts'

/** The two ends of a channel, and a script that reads and writes on it. */
function channel() {
  const agent = createFakeBroadcasts().agent()
  const host = unsealingBroadcast(agent.open('x'))
  const page = sealingBroadcast(agent.open('x'))
  const script = agent.open('x')
  const received: Record<'host' | 'page' | 'script', unknown[]> = { host: [], page: [], script: [] }
  host.addEventListener('message', ({ data }) => received.host.push(data))
  page.addEventListener('message', ({ data }) => received.page.push(data))
  script.addEventListener('message', ({ data }) => received.script.push(data))
  return { host, page, script, received }
}

/** The text of everything in a message, including bytes. */
const textOf = (message: unknown): string =>
  JSON.stringify(message, (_, value: unknown) =>
    value instanceof ArrayBuffer ? new TextDecoder().decode(value) : value,
  )

const SECRET = { type: 'token', id: 1, token: 'let-me-in: ü' } as const

describe('a token on a broadcast channel', () => {
  it('is readable for the host that has requested it, and for no other script', async () => {
    const { host, page, received } = channel()
    host.postMessage({ type: 'needToken', id: 1 })
    await vi.waitFor(() => expect(received.page).toMatchObject([{ type: 'needToken', id: 1 }]))
    page.postMessage(SECRET)
    await vi.waitFor(() => expect(received.host).toEqual([SECRET]))
    expect(received.script.filter(message => textOf(message).includes('token'))).toHaveLength(1)
    expect(textOf(received.script)).not.toContain('let-me-in')
  })

  it('is not sent if the request had no key: the response is an error', async () => {
    const { page, script, received } = channel()
    script.postMessage({ type: 'needToken', id: 1 })
    page.postMessage(SECRET)
    await vi.waitFor(() => expect(received.host).toHaveLength(2))
    expect(received.host.at(-1)).toEqual({
      type: 'token',
      id: 1,
      error: expect.stringContaining('could not be encrypted'),
    })
    expect(textOf(received.script)).not.toContain('let-me-in')
  })

  it('is an error of the request if it was encrypted for another key, or not at all', async () => {
    const [one, other] = [channel(), channel()]
    for (const { host, received } of [one, other]) {
      host.postMessage({ type: 'needToken', id: 1 })
      await vi.waitFor(() => expect(received.page).toHaveLength(1))
    }
    one.page.postMessage(SECRET)
    await vi.waitFor(() => expect(one.received.host).toHaveLength(1))
    for (const message of [one.received.script.at(-1), SECRET]) other.script.postMessage(message)
    await vi.waitFor(() => expect(other.received.host).toHaveLength(2))
    expect(other.received.host).toEqual(
      Array(2).fill({ type: 'token', id: 1, error: expect.stringContaining('could not be decrypted') }),
    )
  })
})

describe('other messages on a broadcast channel', () => {
  it('arrive as they are and in order, such as the error of a page', async () => {
    const { host, page, received } = channel()
    const messages = [{ type: 'hello' }, { type: 'token', id: 1, error: 'signed out' }, { type: 'ack' }]
    for (const message of messages) page.postMessage(message)
    host.postMessage({ type: 'pong' })
    await vi.waitFor(() => expect([received.host, received.page]).toEqual([messages, [{ type: 'pong' }]]))
  })

  it('are not sent after it was closed', async () => {
    const { host, received } = channel()
    host.postMessage({ type: 'needToken', id: 1 })
    host.close()
    await new Promise(resolve => setImmediate(resolve))
    expect(received.script).toEqual([])
  })
})
