import {
  createKubeClient,
  createListWatch,
  isResourceExpired,
  type KubernetesObject,
} from '@kube-informer/core'
import { assert, assertEqual, rejection, until } from './assert.ts'
import type { Case, Environment, TestServer } from './environment.ts'
import { type Form, listWatchOver, plain, pods, tell } from './following.ts'
import { type Stream, TRANSPORTS } from './streams.ts'

/** A watch that arrives in a single read. */
const ONE_READ = 5_000
const MEGABYTE = 1024 * 1024

/** Special cases of watches, over every transport. */
export const watchCases: readonly Case[] = [
  ...TRANSPORTS.flatMap((stream): readonly Case[] => [
    { name: `${stream.name}: an event of 4 MB`, skip: stream.skip, run: env => largeEvent(env, stream) },
    {
      name: `${stream.name}: an abort ends a pending read`,
      skip: stream.skip,
      run: env => abortEnds(env, stream),
    },
    {
      name: `${stream.name}: ending the iteration closes the watch`,
      skip: stream.skip,
      run: env => breakCloses(env, stream),
    },
    {
      name: `${stream.name}: an ERROR in the stream is an event`,
      skip: stream.skip,
      run: env => errorIsEvent(env, stream),
    },
  ]),
  { name: 'an event of 4 MB in chunks of 1 KB', run: largeEventInPieces },
  ...(['object', 'row'] as const).map(form => ({
    name: `${ONE_READ} events in one read, ${form}s`,
    run: (env: Environment) => oneRead(env, form),
  })),
  { name: 'a watch locks its body before the first read', run: isHeldAtOnce },
  { name: 'a rejected watch throws before it returns a stream', run: throwsBeforeStream },
]

async function largeEvent(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer()
  const events = await listWatchOver(stream, server, 'row').watch(await fromNow(server), env)
  const text = 'a large text, '.repeat((4 * MEGABYTE) / 14)
  await server.control('POST objects', podWith(text))
  for await (const [event] of events) {
    assert(event && event.type === 'ADDED', `not ADDED: ${event?.type}`)
    assert(plain(event.object).metadata?.annotations?.text === text, 'the text differs')
    return
  }
  throw new Error('the watch ended')
}

const podWith = (text: string): KubernetesObject => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: { name: 'large', namespace: 'default', annotations: { text } },
})

async function largeEventInPieces(env: Environment): Promise<void> {
  await largeEvent(env, {
    name: '',
    *wrap(chunk) {
      for (let from = 0; from < chunk.length; from += 1024) yield chunk.subarray(from, from + 1024)
    },
  })
}

const fromNow = async (server: TestServer): Promise<{ resourceVersion: string }> => {
  const { rv } = await server.control<{ rv: string }>('GET rv')
  return { resourceVersion: rv }
}

async function abortEnds(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer()
  const stopping = new AbortController()
  const events = await listWatchOver(stream, server, 'object').watch(await fromNow(server), {
    signal: stopping.signal,
  })
  const reading = events[Symbol.asyncIterator]().next()
  stopping.abort()
  assertEqual(await reading, { done: true }, 'the read that was pending')
  await untilClosed(server)
}

async function breakCloses(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer({ smallPods: 3 })
  const events = await listWatchOver(stream, server, 'object').watch(await fromNow(server), env)
  await server.write(3)
  for await (const _read of events) break
  await untilClosed(server)
}

const untilClosed = (server: TestServer): Promise<void> =>
  until(
    async () => (await server.control<{ openWatches: number }>('GET status')).openWatches === 0,
    'the server closed the watch',
  )

async function errorIsEvent(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer({ smallPods: 3 })
  await server.control('POST faults', { match: { watch: true }, times: 1, action: { type: 'expired' } })
  const received: string[] = []
  for await (const read of await listWatchOver(stream, server, 'object').watch(
    { resourceVersion: '1' },
    env,
  )) {
    for (const event of read)
      received.push(`${event.type} ${event.type === 'ERROR' ? event.object.code : ''}`)
  }
  assertEqual(received, ['ERROR 410'], 'the events')
}

async function oneRead(env: Environment, form: Form): Promise<void> {
  const frames = Array.from({ length: ONE_READ }, (_, i) => ({
    type: 'ADDED',
    object: {
      kind: 'Pod',
      apiVersion: 'v1',
      metadata: { name: `pod-${i}`, namespace: 'ö', resourceVersion: String(i + 1) },
    },
  }))
  const body = new TextEncoder().encode(frames.map(frame => `${JSON.stringify(frame)}\n`).join(''))
  const headers = { 'content-type': 'application/json' }
  const stream: Stream = { name: '', answer: () => new Response(body, { headers }) }
  const received: string[] = []
  const server = await env.openServer()
  for await (const read of await listWatchOver(stream, server, form).watch({}, env))
    received.push(...read.map(tell))
  assertEqual(
    received,
    frames.map(({ object: { metadata } }) => `ADDED ${metadata.name} ${metadata.resourceVersion}`),
    'the events',
  )
}

/** undici closes an unread body when its response is garbage-collected. */
async function isHeldAtOnce(env: Environment): Promise<void> {
  const server = await env.openServer()
  let body: ReadableStream | null | undefined
  const client = createKubeClient({
    baseUrl: server.url,
    async fetch(url, init) {
      const response = await fetch(url, init)
      body = response.body
      return response
    },
  })
  await createListWatch(client, pods).watch({}, env)
  assert(body?.locked, 'the body is not locked')
}

async function throwsBeforeStream(env: Environment): Promise<void> {
  const server = await env.openServer()
  await server.control('POST faults', { action: { type: 'status', code: 410 } })
  const watching = listWatchOver({ name: 'fetch' }, server, 'object').watch({}, env)
  const error = await rejection(watching, 'a watch that was rejected')
  assert(isResourceExpired(error), `not a 410: ${error}`)
}
