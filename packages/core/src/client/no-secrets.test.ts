import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { isConflict, KeyError, type StatusError } from '../api/errors.ts'
import { redactorOf } from '../api/redactor.ts'
import { defineResource } from '../api/resource.ts'
import { tokenReviews } from '../resources/index.ts'
import { type Answer, clientAnswering, errorOf, json } from '../test/answering-client.ts'
import { createKubeClient } from './kube-client.ts'
import { getMetadata, listMetadata } from './partial-object-metadata.ts'
import { listTable } from './tables/table.ts'

const secrets = defineResource({
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
})
const at = { namespace: 'n', name: 'a' }
const TOKEN = 'eyJhbGciOi.s3cret'
const PASSWORD = 'pass"wörd'
const BASIC = Buffer.from(`jane:${PASSWORD}`).toString('base64')
const COOKIE = '0123456789abcdef'

/** Everything that a log of the error may contain. */
const logged = (error: unknown): string => `${inspect(error, { depth: 20 })} ${JSON.stringify(error)}`

const echo = `authorization: Bearer ${TOKEN}; Basic ${BASIC}; ${PASSWORD}; cookie: sid=${COOKIE}`
const status: Answer = json(
  {
    kind: 'Status',
    reason: `Forbidden ${echo}`,
    message: `you sent ${echo}`,
    details: {
      name: echo,
      kind: echo,
      causes: [{ reason: echo, message: echo, field: echo }],
      retryAfterSeconds: 0,
      [TOKEN]: echo,
    },
    extra: { [TOKEN]: [echo] },
  },
  { status: 403 },
)
const expectNone = (text: string) => {
  for (const secret of [TOKEN, PASSWORD, 'pass\\"wörd', BASIC, COOKIE]) expect(text).not.toContain(secret)
}

describe('what was sent is not in the error', () => {
  const credentials = {
    getToken: () => TOKEN,
    headers: { 'x-basic-auth': `Basic ${BASIC}`, cookie: `sid=${COOKIE}` },
  }

  test.each<[string, Answer]>([
    ['a Status', status],
    ['text', () => new Response(echo, { status: 500 })],
    ['a reason phrase', () => new Response('', { status: 500, statusText: `you sent ${TOKEN}` })],
    ['a content type', () => new Response('{}', { headers: { 'content-type': `text/${TOKEN}` } })],
    ['another kind', json({ kind: TOKEN })],
    [
      'an error of fetch',
      () =>
        Promise.reject(new TypeError(echo, { cause: Object.assign(new Error(echo), { code: 'X', echo }) })),
    ],
    [
      'an error of fetch with the request',
      () => Promise.reject(Object.assign(new Error('lost'), { config: { echo } })),
    ],
  ])('%s', async (_, answer) => {
    const { client } = clientAnswering([answer], credentials)
    const calls = [
      () => client.list(secrets),
      () => client.watch(secrets),
      () => listTable(client, secrets),
      () => getMetadata(client, secrets, at),
      () => listMetadata(client, secrets),
    ]
    const errors = await Promise.all(calls.map(call => errorOf(call())))
    // A watch is accepted whatever its first bytes are.
    expect(errors.filter(error => error instanceof Error).length).toBeGreaterThan(3)
    for (const error of errors) expectNone(logged(error))
  })

  test('the rest of a Status remains', async () => {
    const { client } = clientAnswering([status], credentials)
    const error = (await errorOf(client.get(secrets, at))) as StatusError
    expect(error.message).toContain('you sent authorization: …; …; …; cookie: …')
    expect(error.status.details?.causes).toHaveLength(1)
    expect(error.retryAfterSeconds).toBe(0)
  })

  test('a token that was replaced is not in the error either', async () => {
    const tokens = ['first-token', 'second-token']
    const rejected = () => new Response('first-token and second-token are refused', { status: 401 })
    const { client } = clientAnswering([rejected], { getToken: () => tokens.shift() })
    expect(String(await errorOf(client.get(secrets, at)))).toContain('… and … are refused')
  })

  test('credentials that a fetch adds, and hands on', async () => {
    const client = createKubeClient({
      baseUrl: 'https://cluster.example',
      fetch: async (_, init = {}) => {
        redactorOf(init)?.add('authorization', `Basic ${BASIC}`)
        return new Response(`you sent ${echo}`, { status: 500 })
      },
    })
    const text = logged(await errorOf(client.get(secrets, at)))
    for (const secret of [PASSWORD, BASIC]) expect(text).not.toContain(secret)
  })

  test('an ERROR event of a watch', async () => {
    const line = JSON.stringify({
      type: 'ERROR',
      object: { kind: 'Status', code: 500, message: echo, [TOKEN]: 1 },
    })
    const { client } = clientAnswering(
      [() => new Response(`${line}\n`, { headers: { 'content-type': 'application/json' } })],
      credentials,
    )
    for await (const [event] of await client.watch(secrets)) {
      expectNone(JSON.stringify(event))
      expect(event?.object).toMatchObject({ kind: 'Status', code: 500 })
    }
  })

  test('a warning', async () => {
    const warned: string[] = []
    const { client } = clientAnswering([json({}, { headers: { warning: `299 - "you sent ${TOKEN}"` } })], {
      ...credentials,
      onWarning: text => warned.push(text),
    })
    await client.get(secrets, at)
    expect(warned).toEqual(['you sent …'])
  })
})

describe('the body that was sent is not in the error', () => {
  const VALUE = 'pass"wörd-of-the-body'
  const base64 = Buffer.from(VALUE).toString('base64')
  const quotes = (text: string): Answer[] => [
    json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: `in ${text}` }, { status: 500 }),
    json({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message: `in ${text}` }),
    () => new Response(`in ${text}`, { status: 500 }),
    () => Promise.reject(new TypeError(`in ${text}`)),
  ]

  test.each(
    [JSON.stringify({ token: VALUE }), VALUE, base64, encodeURIComponent(VALUE)].flatMap(text =>
      quotes(text).map((answer, index) => [text, index, answer] as const),
    ),
  )('%s, in answer %i', async (_text, _index, answer) => {
    const { client } = clientAnswering([answer])
    const secret = { metadata: { name: 'a', namespace: 'n' }, data: { x: base64 } }
    for (const call of [
      () => client.create(tokenReviews, { spec: { token: VALUE } }),
      () => client.create(secrets, secret),
      () => client.apply(secrets, secret),
      () => client.patch(secrets, at, { stringData: { x: VALUE } }),
      () => client.patch(secrets, at, [{ op: 'add', path: '/data/x', value: base64 }], { type: 'json' }),
    ]) {
      const error = await errorOf(call())
      expect(error).toBeInstanceOf(Error)
      for (const secret of [VALUE, JSON.stringify(VALUE), base64, encodeURIComponent(VALUE)])
        expect(logged(error)).not.toContain(secret)
    }
  })

  test('a value that equals the reason leaves the reason', async () => {
    const { client } = clientAnswering([
      json({ kind: 'Status', apiVersion: 'v1', reason: 'Conflict', message: 'Conflict' }, { status: 409 }),
    ])
    const error = await errorOf(client.patch(secrets, at, { stringData: { x: 'Conflict' } }))
    expect(isConflict(error)).toBe(true)
  })
})

describe('the objects are not in the error', () => {
  const PAYLOAD = 'aGVsbG8gc2VjcmV0'
  const object = `{"kind":"Secret","metadata":{"name":"a"},"data":{"x":"${PAYLOAD}"}`
  const answer =
    (text: string, status = 200): Answer =>
    () =>
      new Response(text, { status, headers: { 'content-type': 'application/json' } })

  test.each([
    ['a list', `{"metadata":{},"items":[${object.replace('"data"', 'data')}}]}`],
    ['a list', `{"metadata":{},"items":[${object},}]}`],
    ['a list', `{"metadata":{"a":${PAYLOAD}},"items":[]}`],
    ['a list that ends early', `{"metadata":{},"items":[${object}`],
    ['no list', `{"kind":"${PAYLOAD}"}`],
    ['a list of text', `{"metadata":{},"items":["${PAYLOAD}"]}`],
  ])('%s: %s', async (_, text) => {
    const { client } = clientAnswering([answer(text)])
    for (const call of [() => client.list(secrets), () => client.get(secrets, at)]) {
      const error = await errorOf(call())
      if (error !== undefined) expect(logged(error)).not.toContain(PAYLOAD)
    }
    expect(await errorOf(client.list(secrets))).toBeInstanceOf(Error)
  })

  test.each([
    `${object}}`,
    `{"type":"${PAYLOAD}","object":{}}`,
    `{"type":"ADDED","object":${object},}}`,
    `{"type":"BOOKMARK","object":{"x":${PAYLOAD}}}`,
    `{"type":"ERROR","object":{"message":"x","${PAYLOAD}":}}`,
    PAYLOAD,
  ])('a watch: %s', async line => {
    const { client } = clientAnswering([answer(`${line}\n`)])
    const events: unknown[] = []
    for await (const read of await client.watch(secrets)) events.push(...read)
    expect(events).toMatchObject([{ type: 'ERROR', object: { code: 500 } }])
    expect(JSON.stringify(events)).not.toContain(PAYLOAD)
  })

  test('an error response that contains the request', async () => {
    const { client } = clientAnswering([answer(`${object}}`, 500)])
    expect(logged(await errorOf(client.get(secrets, at)))).not.toContain(PAYLOAD)
  })

  test('a KeyError, which a program can ask for the object', () => {
    const error = new KeyError({ data: PAYLOAD }, new Error('no name'))
    expect(error.object).toEqual({ data: PAYLOAD })
    expect(logged(error)).not.toContain(PAYLOAD)
  })
})
