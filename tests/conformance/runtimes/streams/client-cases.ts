import {
  ConnectionError,
  createKubeClient,
  createListWatch,
  isAbort,
  isUnauthorized,
  type KubernetesObject,
  type List,
  SharedIndexInformer,
  webSocketWatch,
} from '@kube-informer/core'
import { assert, assertEqual, rejection, until } from './assert.ts'
import type { Case, Environment } from './environment.ts'
import { type Item, plain, pods } from './following.ts'

/** Cases of the client besides streams. */
export const clientCases: readonly Case[] = [
  { name: 'getToken is called again once after a 401', run: tokenIsAskedAgain },
  { name: 'a repeatedly rejected token is a StatusError 401', run: throwsStatusError },
  { name: 'an unreachable server is a ConnectionError that names it', run: throwsConnectionError },
  { name: 'nothing is sent to the origin of a redirect', run: redirectIsRefused },
  { name: 'an abort ends a pending list', run: waitingListEnds },
  { name: 'a list that breaks off rejects with an error that names the request', run: brokenListRejects },
  { name: "a list in one chunk equals the server's objects", run: onePieceIsWhole },
  { name: "all pages together equal the server's objects", run: pagesAreWhole },
]

async function tokenIsAskedAgain(env: Environment): Promise<void> {
  const { url } = await env.openServer({ smallPods: 3, token: 'second' })
  const tokens = ['first', 'second']
  let asked = 0
  const client = createKubeClient({ baseUrl: url, getToken: () => tokens[asked++] ?? 'third' })
  const { items } = await client.list(pods)
  await client.list(pods)
  assertEqual([items.length, asked], [3, 2], 'objects, and how often getToken was asked')
}

async function throwsStatusError(env: Environment): Promise<void> {
  const { url } = await env.openServer({ token: 'right' })
  const client = createKubeClient({ baseUrl: url, getToken: () => 'wrong-secret' })
  const error = await rejection(client.list(pods), 'a list with a wrong token')
  assert(isUnauthorized(error), `not a 401: ${error}`)
  assert(!error.message.includes('wrong-secret'), 'the error contains the token')
}

async function throwsConnectionError(): Promise<void> {
  const client = createKubeClient({ baseUrl: 'http://127.0.0.1:9' })
  const error = await rejection(client.list(pods), 'a list with a wrong token')
  assert(error instanceof ConnectionError, `not a ConnectionError: ${error}`)
  assert(error.message.includes('http://127.0.0.1:9'), `does not name the server: ${error.message}`)
}

async function redirectIsRefused(env: Environment): Promise<void> {
  const server = await env.openServer({ smallPods: 3 })
  const options = { baseUrl: server.redirectUrl, getToken: () => 'a-secret-token' }
  const client = createKubeClient({ ...options, headers: { 'impersonate-user': 'jane' } })
  const calls: Promise<unknown>[] = [
    client.list(pods),
    client.watch(pods),
    client.create(pods, { metadata: { name: 'a', namespace: 'default' } }),
  ]
  const webSocket = createKubeClient({ ...options, webSocket: webSocketWatch(), watchTransport: 'websocket' })
  if (env.runtime !== 'workerd') calls.push(webSocket.watch(pods))
  // Each is awaited at once: Node ends at a rejection that nothing has awaited yet.
  const errors = await Promise.all(calls.map(call => rejection(call, 'a redirected request')))
  for (const { message } of errors)
    assert(message.includes('which is not followed'), `another error: ${message}`)
  const informer = new SharedIndexInformer({ listerWatcher: createListWatch(client, pods) })
  void informer.run(env.signal)
  await until(() => informer.status.error !== undefined, 'the error in the status')
  assertEqual(informer.indexer.size, 0, 'objects of the other origin in the cache')
  assertEqual(await server.control('GET requests'), [], 'requests to the other origin')
}

async function waitingListEnds(env: Environment): Promise<void> {
  const server = await env.openServer({ smallPods: 3 })
  await server.control('POST faults', { match: { watch: false }, action: { type: 'delay', ms: 60_000 } })
  const stopping = new AbortController()
  const listing = rejection(
    createKubeClient({ baseUrl: server.url }).list(pods, {}, { signal: stopping.signal }),
    'a list that was aborted',
  )
  stopping.abort()
  const error = await listing
  assert(isAbort(error), `not an AbortError: ${error}`)
}

async function brokenListRejects(env: Environment): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  await server.control('POST faults', { match: { watch: false }, action: { type: 'truncate' } })
  const error = await rejection(createKubeClient({ baseUrl: server.url }).list(pods), 'half a list')
  assert(error.message.includes('list pods'), `does not say what broke off: ${error}`)
}

async function onePieceIsWhole(env: Environment): Promise<void> {
  const server = await env.openServer({ pods: 24, smallPods: 20 })
  const client = createKubeClient({
    baseUrl: server.url,
    async fetch(url, init) {
      const response = await fetch(url, init)
      return new Response(await response.arrayBuffer(), { headers: response.headers })
    },
  })
  for (const form of ['object', 'row'] as const) {
    const listWatch = form === 'row' ? createListWatch(client, pods, { form }) : createListWatch(client, pods)
    const { items } = await listWatch.list({}, env)
    assertEqual((items as readonly Item[]).map(plain), await server.pods(), `the list, as ${form}s`)
  }
}

async function pagesAreWhole(env: Environment): Promise<void> {
  const server = await env.openServer({ smallPods: 20 })
  const client = createKubeClient({ baseUrl: server.url })
  const names: unknown[] = []
  let next: string | undefined = ''
  for (let page = 0; next !== undefined; page++) {
    assert(page < 4, 'more pages than 7 objects a page make')
    const { items, metadata }: List<KubernetesObject> = await client.list(pods, { limit: 7, continue: next })
    names.push(...items.map(item => item.metadata?.name))
    next = metadata.continue || undefined
  }
  const expected = (await server.pods()).map(pod => pod.metadata?.name)
  assertEqual(names, expected, 'the names on all pages')
}
