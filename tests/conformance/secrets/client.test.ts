import {
  createKubeClient,
  createListWatch,
  type Fetch,
  type InformerClient,
  type KubeClientOptions,
  podLogs,
  readLines,
  SharedIndexInformer,
} from '@kube-informer/core'
import { parseKubeConfig } from '@kube-informer/core/config'
import { pods, secrets as secretResource } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { watchConsole } from './console-spy.ts'
import { Evidence } from './evidence.ts'
import { carryOut, type HostileReply, hostileReply } from './hostile-reply.ts'
import { type Secrets, secrets } from './secrets.ts'

const RUNS = process.env.LONG ? 5_000 : 100
const TIMEOUT_MS = process.env.LONG ? 1_800_000 : 120_000
const SERVER = 'https://cluster.example'

/** How the client gets its credential. */
const SOURCES = ['getToken', 'headers', 'cookie', 'token', 'password', 'plugin', 'tokenFile'] as const

type Source = (typeof SOURCES)[number]

const VERBS: Readonly<
  Record<string, (client: InformerClient, signal: AbortSignal, secrets: Secrets) => Promise<unknown>>
> = {
  list: (client, signal) => client.list(secretResource, {}, { signal }),
  rows: (client, signal) => createListWatch(client, secretResource, { form: 'row' }).list({}, { signal }),
  get: client => client.get(secretResource, { namespace: 'default', name: 'a' }),
  watch: async (client, signal) => {
    for await (const _ of await client.watch(secretResource, { resourceVersion: '1' }, { signal })) void _
  },
  create: (client, _, { payload }) => client.create(secretResource, secretWith(payload)),
  replace: (client, _, { payload }) => client.replace(secretResource, secretWith(payload)),
  patch: (client, _, { payload }) =>
    client.patch(secretResource, { namespace: 'default', name: 'a' }, { stringData: { value: payload } }),
  apply: (client, _, { payload }) => client.apply(secretResource, secretWith(payload)),
  delete: client => client.delete(secretResource, { namespace: 'default', name: 'a' }),
  logs: async client => {
    const log = await podLogs(client, { namespace: 'default', name: 'a' })
    // The body is the stream of `fetch`, and so are its errors.
    const reading = (async () => {
      for await (const _ of readLines(log)) void _
    })()
    await reading.catch(() => {})
  },
  pods: (client, signal) => client.list(pods, { limit: 1 }, { signal }),
}

const secretWith = (payload: string) => ({
  apiVersion: 'v1' as const,
  kind: 'Secret' as const,
  metadata: { namespace: 'default', name: 'a', resourceVersion: '1' },
  stringData: { value: payload },
})

const scenario = fc.record({
  secrets,
  source: fc.constantFrom(...SOURCES),
  verbs: fc.array(fc.constantFrom(...Object.keys(VERBS)), { minLength: 1, maxLength: 3 }),
  replies: fc.array(hostileReply, { minLength: 1, maxLength: 4 }),
})

/** A server that sends each reply once, and the last one from then on. */
function hostileFetch(given: Secrets, replies: readonly HostileReply[], evidence: Evidence): Fetch {
  let sent = 0
  return async (url, init = {}) => {
    // Credentials and payloads are sent in headers and bodies, never in URLs.
    evidence.add('URL', url)
    const headers = new Headers(init.headers)
    const authorization =
      headers.get('authorization') ?? headers.get('cookie') ?? headers.get('x-auth-token') ?? ''
    const credential = authorization.startsWith('Basic ') ? given.password : given.token
    const reply = replies[Math.min(sent++, replies.length - 1)]
    if (!reply) throw new Error('no reply')
    return carryOut(reply, validBody(url, given.payload), {
      authorization,
      credential,
      payload: given.payload,
    })
  }
}

/** What an apiserver sends: a list, a watch, or one object, with the payload in it. */
function validBody(url: string, payload: string): string {
  const { pathname, searchParams } = new URL(url)
  const object = {
    kind: 'Secret',
    apiVersion: 'v1',
    metadata: { namespace: 'default', name: 'a', uid: 'u', resourceVersion: '2' },
    data: { value: payload },
  }
  if (searchParams.has('watch')) return `${JSON.stringify({ type: 'MODIFIED', object })}\n`
  if (pathname.endsWith('/a')) return JSON.stringify(object)
  const items = [object, { ...object, metadata: { ...object.metadata, name: 'b', uid: 'v' } }]
  return JSON.stringify({ kind: 'SecretList', apiVersion: 'v1', metadata: { resourceVersion: '2' }, items })
}

async function optionsOf(source: Source, given: Secrets, fetch: Fetch): Promise<KubeClientOptions> {
  const { token, password } = given
  if (source === 'getToken') return { baseUrl: SERVER, fetch, getToken: () => token }
  if (source === 'headers') return { baseUrl: SERVER, fetch, headers: { 'X-Auth-Token': token } }
  if (source === 'cookie')
    return { baseUrl: SERVER, fetch, headers: { cookie: `session=${token}; theme=dark` } }
  const exec = {
    apiVersion: 'client.authentication.k8s.io/v1',
    interactiveMode: 'Never',
    command: 'get-token',
  }
  const user = {
    token: { token },
    password: { username: 'jane', password },
    plugin: { exec },
    tokenFile: { tokenFile: '/token' },
  }[source]
  const text = JSON.stringify({
    'current-context': 'dev',
    contexts: [{ name: 'dev', context: { cluster: 'dev', user: 'dev' } }],
    clusters: [{ name: 'dev', cluster: { server: SERVER } }],
    users: [{ name: 'dev', user }],
  })
  const stdout = JSON.stringify({ apiVersion: exec.apiVersion, status: { token } })
  return parseKubeConfig(text, {
    fetch,
    allowExec: true,
    allowFiles: true,
    clock: new FakeClock(),
    execFile: async () => ({ exitCode: 0, stdout }),
    readFile: async () => token,
  })
}

test(
  'no credential and no payload gets into an error, a warning, a log, a status or a URL, whatever the server sends',
  async () => {
    let errors = 0
    await fc.assert(
      fc.asyncProperty(scenario, async ({ secrets: given, source, verbs, replies }) => {
        const evidence = new Evidence()
        const stopWatching = watchConsole(evidence)
        const clock = new FakeClock()
        const options = await optionsOf(source, given, hostileFetch(given, replies, evidence))
        const client = createKubeClient({
          ...options,
          clock,
          onWarning: (text, request) => evidence.add('warning', [text, request]),
          onRetry: retry => evidence.add('retry', retry),
        })
        const stopping = new AbortController()
        const { signal } = stopping
        try {
          const calls = verbs.map(verb =>
            (VERBS[verb]?.(client, signal, given) ?? Promise.resolve()).catch((error: unknown) => {
              errors++
              evidence.add(verb, error)
            }),
          )
          const informer = new SharedIndexInformer({
            listerWatcher: createListWatch(client, secretResource),
            clock,
            onWatchError: error => evidence.add('onWatchError', error),
            onHandlerError: error => evidence.add('onHandlerError', error),
          })
          informer.subscribeStatus(status => evidence.add('status', status))
          const running = informer.run(signal)
          const synced = evidence.addRejection('synced', informer.synced(signal))
          await clock.advance(20_000)
          stopping.abort()
          await clock.advance(120_000)
          await Promise.all([...calls, running, synced])
        } finally {
          stopWatching()
        }
        const { token, password, payload } = given
        evidence.expectNone({ token, password, payload })
      }),
      { numRuns: RUNS },
    )
    expect(errors).toBeGreaterThan(RUNS / 3)
  },
  TIMEOUT_MS,
)
