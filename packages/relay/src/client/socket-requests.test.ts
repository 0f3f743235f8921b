import { type InformerError, StatusError } from '@kube-informer/core'
import { FakeClock } from '@kube-informer/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { type RelaySocketOptions, relaySocket, type WatchOpener } from './relay-socket.ts'

type Transport = Parameters<WatchOpener>[0]
type Request = Parameters<WatchOpener>[2]

/** The sockets that were created, whose other ends are the test. */
class Socket {
  static all: Socket[] = []
  readonly sent: Record<string, unknown>[] = []
  closed = false
  onopen = () => {}
  onmessage = (_event: { readonly data: unknown }) => {}
  onclose = (_event: { readonly code: number }) => {}
  readonly url: string
  readonly options: unknown

  constructor(url: string, options: unknown) {
    this.url = url
    this.options = options
    Socket.all.push(this)
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>)
  }
  close(): void {
    this.closed = true
  }
  answer(frame: object): void {
    const { id } = this.sent.findLast(({ type }) => type === 'open') ?? {}
    this.onmessage({ data: JSON.stringify({ id, ...frame }) })
  }
}

interface StartOptions extends RelaySocketOptions {
  readonly token?: string
  readonly root?: string
}

function start({ token, root = 'https://relay.example/k8s', ...options }: StartOptions = {}) {
  Socket.all = []
  const clock = new FakeClock()
  const transport = {
    url: (path: string, query?: object) =>
      `${root}${path}?${query ? `${new URLSearchParams({ ...query })}&` : ''}pretty=false`,
    token: vi.fn(async () => token),
    forgetToken: vi.fn(),
    request: vi.fn(async () => new Response('{}')),
  }
  const open = relaySocket({ WebSocket: Socket as unknown as typeof WebSocket, clock, ...options })
  const watch = async (request: Partial<Request> = {}) => {
    const opening = open(transport as unknown as Transport, '/api/v1/pods', {
      what: 'watch pods',
      ...request,
    } as Request)
    const settled = opening.then(
      stream => stream,
      (error: unknown) => error as InformerError,
    )
    await clock.settle()
    return settled
  }
  /** Starts a watch that the relay answers with these frames, one after the other. */
  const answered = async (frames: readonly object[], request: Partial<Request> = {}) => {
    const settled = watch(request)
    for (const frame of frames) {
      await clock.settle()
      socket().onopen()
      socket().answer(frame)
    }
    await clock.settle()
    return { settled }
  }
  return { clock, transport, watch, answered }
}
const socket = (): Socket => {
  const last = Socket.all.at(-1)
  if (!last) throw new Error('there is no socket')
  return last
}
const refused = (status: number, body = '', retryAfter?: string) => ({
  ...{ type: 'refused', status, body },
  ...(retryAfter !== undefined && { retryAfter }),
})
const ofRelay = (code: number, details?: object) =>
  JSON.stringify({ kind: 'Status', status: 'Failure', code, message: 'of the relay', details })
afterEach(() => void vi.unstubAllGlobals())

test('a watch is opened at its path below the root of the relay', async () => {
  const { answered } = start({ token: 'secret', windowBytes: 7 })
  const redactor = { add: vi.fn(), redact: (text: string) => text }
  const request = { query: { watch: 'true' }, headers: { accept: 'application/json' }, redactor }
  const { settled } = await answered([{ type: 'opened' }], request as unknown as Partial<Request>)
  expect(await settled).toBeInstanceOf(ReadableStream)
  const open = { type: 'open', id: 1, path: '/api/v1/pods?watch=true&pretty=false', credit: 7 }
  expect(socket().sent).toEqual([
    { type: 'token', token: 'secret' },
    { ...open, accept: 'application/json' },
  ])
  expect(redactor.add.mock.calls).toEqual([['authorization', 'secret']])
})

test.each([
  ['https://relay.example/k8s', 'wss://relay.example/k8s/relay', 'https://relay.example'],
  ['http://127.0.0.1:8080', 'ws://127.0.0.1:8080/relay', 'http://127.0.0.1:8080'],
])('the socket of %s is %s', async (root, url, origin) => {
  const { answered } = start({ root, headers: { 'X-Tenant': 'a' } })
  await answered([{ type: 'opened' }])
  expect([socket().url, socket().options, socket().sent[0]?.path]).toEqual([
    url,
    { protocols: ['v1.relay.kube-informer'], headers: { Origin: origin, 'X-Tenant': 'a' } },
    '/api/v1/pods?pretty=false',
  ])
})

test('a browser accepts subprotocols only, and resolves the URL against that of the page', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0' })
  vi.stubGlobal('location', { href: 'https://app.example/page' })
  const { answered } = start({ root: '/k8s' })
  await answered([{ type: 'opened' }])
  expect([socket().url, socket().options]).toEqual([
    'wss://app.example/k8s/relay',
    ['v1.relay.kube-informer'],
  ])
})

test('all watches use one socket until it is over', async () => {
  const { clock, answered } = start()
  await answered([{ type: 'opened' }])
  await answered([{ type: 'opened' }])
  expect(Socket.all).toHaveLength(1)
  expect(socket().sent.map(({ id, credit }) => [id, credit])).toEqual([
    [1, 262_144],
    [2, 262_144],
  ])
  socket().onclose({ code: 1006 })
  await answered([{ type: 'opened' }])
  expect([Socket.all.length, clock.pendingTimers]).toEqual([2, 0])
})

test.each([
  [{}, 30_000, 5000],
  [{ answerTimeoutMs: 200, lingerMs: 100 }, 200, 100],
])(
  'with the options %j, a socket answers in %d ms, and remains for %d ms',
  async (options, answerMs, lingerMs) => {
    const { clock, watch, answered } = start(options)
    const silent = watch()
    await clock.advance(answerMs - 1)
    expect(socket().closed).toBe(false)
    await clock.advance(1)
    expect([socket().closed, String(await silent)]).toEqual([true, expect.stringContaining('no WebSocket')])
    await answered([refused(403)])
    await clock.advance(lingerMs - 1)
    expect(socket().closed).toBe(false)
    await clock.advance(1)
    expect(socket().closed).toBe(true)
  },
)

test('where no socket opens, the watch is requested by fetch, and its answer is not read', async () => {
  const { clock, transport, watch } = start()
  const body = new ReadableStream()
  const cancel = vi.spyOn(body, 'cancel')
  transport.request.mockResolvedValue(new Response(body))
  const settled = watch()
  await clock.settle()
  socket().onclose({ code: 1006 })
  const url = 'https://relay.example/k8s/relay'
  expect(String(await settled)).toContain(`watch pods: no WebSocket to ${url}, where fetch gets an answer`)
  expect([transport.request.mock.calls.length, cancel.mock.calls.length]).toEqual([1, 1])
})

test.each<[string, object, object]>([
  [
    'a Status',
    refused(403, ofRelay(403)),
    { code: 403, message: 'watch pods: of the relay', retryAfterSeconds: undefined },
  ],
  ['a text', refused(502, 'Bad Gateway'), { code: 502, message: 'watch pods: HTTP 502' }],
  ['JSON of another kind', refused(400, '{"kind":"Pod"}'), { code: 400, message: 'watch pods: HTTP 400' }],
  ['null', refused(400, 'null'), { code: 400, message: 'watch pods: HTTP 400' }],
  ['a code with a time to return', refused(404, '', '7'), { code: 404, retryAfterSeconds: 7 }],
  ['a date to return', refused(503, '', 'Fri, 31 Dec 2027'), { code: 503, retryAfterSeconds: undefined }],
  [
    'a Status with another time',
    refused(404, ofRelay(404, { retryAfterSeconds: 3 }), '7'),
    { retryAfterSeconds: 3 },
  ],
  [
    'a Status with details',
    refused(404, ofRelay(404, { kind: 'pods' }), '7'),
    {
      status: { details: { kind: 'pods', retryAfterSeconds: 7 } },
    },
  ],
  ['429 without a time', refused(429), { code: 429 }],
])('a rejection with %s is a StatusError', async (_, frame, expected) => {
  const { clock, answered } = start()
  const { settled } = await answered([frame])
  expect(await settled).toBeInstanceOf(StatusError)
  expect(await settled).toMatchObject(expected)
  expect(socket().sent).toHaveLength(1)
  expect(clock.pendingTimers).toBe(1)
})

test('the body of a rejection is shown without credentials', async () => {
  const { answered } = start({ token: 'secret' })
  const redactor = { add: () => {}, redact: (text: string) => text.replace('relay', '…') }
  const { settled } = await answered([refused(403, ofRelay(403))], {
    redactor,
  } as unknown as Partial<Request>)
  expect(await settled).toMatchObject({ message: 'watch pods: of the …' })
})

test.each([429, 500, 503])('a rejection with %d and a time to return is repeated then', async code => {
  const { clock, answered } = start()
  const { settled } = await answered([refused(code, '', '2')])
  await clock.advance(1999)
  expect(socket().sent).toHaveLength(1)
  await clock.advance(1)
  expect(socket().sent).toHaveLength(2)
  socket().answer({ type: 'opened' })
  expect(await settled).toBeInstanceOf(ReadableStream)
})

test('a time to return that no timer can wait for is waited for as long as one can', async () => {
  const { clock, answered } = start({ lingerMs: 2 ** 31 })
  await answered([refused(503, '', '99999999')])
  await clock.advance(2 ** 31 - 2)
  expect(socket().sent).toHaveLength(1)
  await clock.advance(1)
  expect(socket().sent).toHaveLength(2)
})

test('a reader that leaves while it waits to return opens nothing', async () => {
  const { clock, answered } = start()
  const stopping = new AbortController()
  const { settled } = await answered([refused(503, '', '2')], { signal: stopping.signal })
  stopping.abort(new Error('left'))
  expect(String(await settled)).toBe('Error: left')
  await clock.advance(4000)
  expect(socket().sent).toHaveLength(1)
})

test('a reader that leaves while its token is requested opens nothing', async () => {
  const { transport, watch } = start()
  const stopping = new AbortController()
  transport.token.mockReturnValue(new Promise(() => {}))
  const settled = watch({ signal: stopping.signal })
  stopping.abort(new Error('left'))
  expect([String(await settled), Socket.all]).toEqual(['Error: left', []])
})

test('a token that is refused is discarded, and another one is used once', async () => {
  const { transport, answered } = start({ token: 'old' })
  const { settled } = await answered([refused(401), refused(401)])
  expect(await settled).toMatchObject({ code: 401 })
  expect(transport.forgetToken.mock.calls.map(([token]) => token)).toEqual(
    transport.token.mock.results.map(({ value }) => value),
  )
  expect(transport.token).toHaveBeenCalledTimes(2)
})

test.each([
  [401, undefined],
  [403, 'token'],
])('%d with the token %s is not repeated', async (code, token) => {
  const { transport, answered } = start({ ...(token !== undefined && { token }) })
  const { settled } = await answered([refused(code)])
  expect(await settled).toMatchObject({ code })
  expect([transport.token.mock.calls.length, transport.forgetToken.mock.calls.length]).toEqual([
    1,
    code === 401 ? 1 : 0,
  ])
})
