import { assert, assertEqual, until } from './assert.ts'
import type { Case, Environment, TestServer } from './environment.ts'
import { type Form, informerOver, untilEqual } from './following.ts'
import { type Stream, TRANSPORTS } from './streams.ts'

const FETCH: Stream = { name: 'fetch' }
const MEGABYTE = 1024 * 1024

/** Failures that an informer must recover from; each runtime reports them differently. */
export const informerCases: readonly Case[] = [
  ...TRANSPORTS.flatMap((stream): readonly Case[] => [
    {
      name: `${stream.name}: an informer resumes from its resourceVersion after a broken connection`,
      skip: stream.skip,
      run: env => resumes(env, stream),
    },
    {
      name: `${stream.name}: an informer relists after a 410 in the stream`,
      skip: stream.skip,
      run: env => relists(env, stream),
    },
  ]),
  { name: 'an informer recovers from 429s, 500s and missing responses', run: outlivesErrors },
  ...(['object', 'row'] as const).map(form => ({
    name: `an endless event is an error in the status, and the informer recovers, ${form}s`,
    run: (env: Environment) => endlessEvent(env, form),
  })),
  { name: 'an informer that is stopped during its list ends at once', run: stopsDuringList },
]

interface LoggedRequest {
  readonly resourceVersion: string
}

const requests = (server: TestServer, kind: 'list' | 'watch'): Promise<readonly LoggedRequest[]> =>
  server.control(`GET requests?resource=pods&kind=${kind}`)

async function resumes(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  const breaks = { match: { watch: true }, times: 1, action: { type: 'truncate', afterEvents: 3 } }
  await server.control('POST faults', breaks)
  const informer = informerOver(stream, server, 'object')
  void informer.run(env.signal)
  await untilWatching(server)
  const version = (await server.write(3)).at(-1)?.split(' ').at(-1)
  // In some runtimes, a broken connection loses data that has not been delivered yet.
  await until(() => informer.lastSyncResourceVersion === version, 'the events before the break')
  await server.write(7)
  await until(async () => (await requests(server, 'watch')).length === 2, 'another watch')
  const [, second] = await requests(server, 'watch')
  assertEqual(second?.resourceVersion, version, 'the version that the second watch begins at')
  const lists = await requests(server, 'list')
  await untilEqual(informer, server)
  assertEqual(lists.length, 1, 'lists')
}

const untilWatching = (server: TestServer): Promise<void> =>
  until(
    async () => (await server.control<{ openWatches: number }>('GET status')).openWatches > 0,
    'the informer watches',
  )

async function relists(env: Environment, stream: Stream): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  const informer = informerOver(stream, server, 'object')
  void informer.run(env.signal)
  await untilWatching(server)
  await server.control('POST relist')
  await server.write(10)
  await untilEqual(informer, server)
  assertEqual(informer.status.counters.relists, 1, 'relists')
}

async function outlivesErrors(env: Environment): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  for (const action of [{ type: 'drop' }, { type: 'status', code: 500 }, { type: 'status', code: 429 }])
    await server.control('POST faults', { match: { resource: 'pods' }, times: 1, action })
  const informer = informerOver(FETCH, server, 'row')
  const errors = new Set<string>()
  informer.subscribeStatus(({ error }) => error && errors.add(error.message))
  void informer.run(env.signal)
  await untilWatching(server)
  await server.write(10)
  await untilEqual(informer, server)
  assert(errors.size > 0, 'the status had no error')
}

async function endlessEvent(env: Environment, form: Form): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  const endless = new EndlessFrame()
  let watches = 0
  const stream: Stream = {
    name: '',
    answer: url => (url.searchParams.has('watch') && watches++ === 0 ? endless.response : undefined),
  }
  const informer = informerOver(stream, server, form)
  const errors: string[] = []
  informer.subscribeStatus(({ error }) => error && errors.push(error.message))
  void informer.run(env.signal)
  await until(() => endless.isClosed, 'the end of the stream')
  assert(endless.megabytes <= 80, `${endless.megabytes} MB were read first`)
  await untilWatching(server)
  await server.write(10)
  await untilEqual(informer, server)
  assert(
    errors.some(message => /an event .*(longer|larger) than/.test(message)),
    `no such error in the status: ${errors[0]}`,
  )
}

/** A watch that sends an event without end. */
class EndlessFrame {
  megabytes = 0
  isClosed = false
  readonly response: Response

  constructor() {
    const start = new TextEncoder().encode('{"type":"ADDED","object":{"metadata":{"name":"')
    const more = new Uint8Array(MEGABYTE).fill('x'.charCodeAt(0))
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
      {
        pull: controller => controller.enqueue((this.megabytes++ === 0 ? start : more).slice()),
        cancel: () => {
          this.isClosed = true
        },
      },
      { highWaterMark: 0 },
    )
    this.response = new Response(body, { headers: { 'content-type': 'application/json' } })
  }
}

async function stopsDuringList(env: Environment): Promise<void> {
  const server = await env.openServer({ pods: 24 })
  await server.control('POST faults', { match: { watch: false }, action: { type: 'delay', ms: 60_000 } })
  const stopping = new AbortController()
  const informer = informerOver(FETCH, server, 'object')
  const running = informer.run(stopping.signal)
  await until(async () => (await requests(server, 'list')).length === 1, 'the list')
  stopping.abort()
  await running
  assertEqual(informer.status.link, 'stopped', 'the link')
  assertEqual((await requests(server, 'watch')).length, 0, 'watches')
}
