import {
  createFakeApiserver,
  type FakeApiserver,
  FakeClock,
  generatePods,
  type Pod,
  pods,
} from '@kube-informer/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Fetch } from '../../api/clock.ts'
import { StatusError } from '../../api/errors.ts'
import type { KubernetesObject, List, WatchEvent } from '../../api/object.ts'
import { defineResource, type ResourceDefinition } from '../../api/resource.ts'
import type { Row } from '../../api/row.ts'
import { abortable } from '../../internal/abortable.ts'
import { COMMON_MESSAGES } from '../../protobuf/data/common-messages.ts'
import { OTHER_GROUP_MESSAGES } from '../../protobuf/data/other-group-messages.ts'
import { readProtobuf } from '../../protobuf/read-protobuf.ts'
import { loadProtobufEncoder, type ProtobufEncoder } from '../../protobuf/write-protobuf.ts'
import { contentOf } from '../../row/read-body.ts'
import { readObject } from '../../row/read-row.ts'
import { createKubeClient, type InformerClient, type KubeClientOptions } from '../kube-client.ts'
import { createListWatch, type ListWatchOptions } from '../list-watch.ts'
import { webSocketWatch } from '../watches/websocket-watch.ts'

const PROTOBUF = 'application/vnd.kubernetes.protobuf'
const OFFER = `${PROTOBUF}, application/json`
const JSON_ONLY = 'application/json'
/** A longer Accept is not safelisted (Fetch standard): a page would need the server's permission first. */
const MAX_ACCEPT = 128

const widgets = defineResource({
  group: 'example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
})

/** A kind of each group version that the table has. */
const kindsByGroupVersion = [
  ...`${COMMON_MESSAGES}\n${OTHER_GROUP_MESSAGES}`.matchAll(/^#(\S+)\n\*(\w+)/gm),
].map(([, apiVersion = '', kind = '']) => [apiVersion, kind] as const)

interface Sent {
  readonly path: string
  readonly accept: string
  readonly contentType: string
}

let server: FakeApiserver
let clock: FakeClock
let encoder: ProtobufEncoder
let sent: Sent[]
/** Requests but those for the version, also those without an answer. */
let attempts: number
/** Answers instead of the server; undefined to let it answer. */
let instead: (path: string, accept: string) => Response | Promise<Response> | undefined
beforeEach(async () => {
  clock = new FakeClock()
  encoder = await loadProtobufEncoder()
  server = createFakeApiserver({
    clock,
    objects: await Promise.all(generatePods({ count: 3, seed: 1 }).map(withZeros)),
    resources: [pods as ResourceDefinition, widgets],
  })
  sent = []
  attempts = 0
  instead = () => undefined
})

const fetch: Fetch = async (url, init) => {
  const path = new URL(url).pathname
  if (path !== VERSION) attempts++
  const accept = new Headers(init?.headers).get('accept') ?? ''
  const answering = Promise.resolve(instead(path, accept)).then(answer => answer ?? server.fetch(url, init))
  const response = await abortable(answering, init?.signal ?? undefined)
  sent.push({ path, accept, contentType: response.headers.get('content-type') ?? '' })
  return response
}

/** An object with the zero values that Go writes in JSON. */
const withZeros = (object: KubernetesObject) => readProtobuf(encoder.encode(object) ?? new Uint8Array())

const connect = (options: Partial<KubeClientOptions> = {}): InformerClient =>
  createKubeClient({ baseUrl: 'http://fake', clock, fetch, ...options })

const { signal: never } = new AbortController()

type RowOptions = ListWatchOptions & { readonly resource?: ResourceDefinition }

function listRows(
  client: InformerClient,
  { resource = pods as ResourceDefinition, ...options }: RowOptions = {},
) {
  return createListWatch(client, resource, { ...options, form: 'row' }).list({}, { signal: never })
}

/** In which form the bodies of a list's rows are. */
function formsOf({ items }: List<Row<never>> | List<Row>): readonly string[] {
  const forms = (items as readonly Row[]).map(({ body }) =>
    typeof contentOf(body) === 'string' ? 'json' : 'protobuf',
  )
  return [...new Set(forms)]
}

const acceptsOf = (path: string) => sent.filter(each => each.path === path).map(({ accept }) => accept)
const PODS = '/api/v1/pods'
const VERSION = '/version'

const jsonOf = (body: unknown, status = 200) => Response.json(body, { status })
const versionIs = (body: unknown, status = 200) => {
  instead = path => (path === VERSION ? jsonOf(body, status) : undefined)
}

describe('what a request accepts', () => {
  test('is protobuf or JSON for rows of a kind of Kubernetes, for its list and its watch', async () => {
    const listWatch = createListWatch(connect(), pods, { form: 'row' })
    await listWatch.list({}, { signal: never })
    const watch = await listWatch.watch({}, { signal: never })
    await (watch as AsyncGenerator).return(undefined)
    expect(acceptsOf(PODS)).toEqual([OFFER, OFFER])
    const types = sent.filter(({ path }) => path === PODS).map(({ contentType }) => contentType)
    expect(types).toEqual([PROTOBUF, `${PROTOBUF};stream=watch`])
  })

  test('is JSON for objects, without a request for the version', async () => {
    const client = connect()
    await client.list(pods)
    await createListWatch(client, pods).list({}, { signal: never })
    expect(sent.map(({ path, accept }) => [path, accept])).toEqual([
      [PODS, JSON_ONLY],
      [PODS, JSON_ONLY],
    ])
  })

  test('is JSON for rows of custom resources', async () => {
    server.create({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'a', namespace: 'x' } })
    expect(formsOf(await listRows(connect(), { resource: widgets }))).toEqual(['json'])
    expect(sent.map(({ accept }) => accept)).toEqual([JSON_ONLY])
  })

  test.each(kindsByGroupVersion)('is protobuf for %s %s', async (apiVersion, kind) => {
    const [version = '', group = ''] = apiVersion.split('/').reverse()
    const resource = defineResource({ group, version, plural: 'things', kind, namespaced: true })
    instead = path => (path === VERSION ? undefined : jsonOf({ kind: 'List', metadata: {}, items: [] }))
    await listRows(connect(), { resource })
    expect(acceptsOf(`/${group ? 'apis' : 'api'}/${apiVersion}/things`)).toEqual([OFFER])
  })

  test.each([
    ['gateway.networking.k8s.io', 'v1'],
    ['metrics.k8s.io', 'v1beta1'],
    ['widgets.x-k8s.io', 'v1'],
  ])('is JSON for %s/%s, whose kinds are not of Kubernetes itself', async (group, version) => {
    const resource = defineResource({ group, version, plural: 'things', kind: 'Thing', namespaced: true })
    instead = () => jsonOf({ kind: 'ThingList', metadata: {}, items: [] })
    await listRows(connect(), { resource })
    expect(sent.map(({ accept }) => accept)).toEqual([JSON_ONLY])
  })

  test('is sent once where the answer is JSON, whatever the version is', async () => {
    instead = path =>
      path === VERSION ? jsonOf({}, 404) : jsonOf({ kind: 'PodList', metadata: {}, items: [] })
    const listWatch = createListWatch(connect(), pods, { form: 'row' })
    await listWatch.list({}, { signal: never })
    const watch = await listWatch.watch({}, { signal: never })
    await (watch as AsyncGenerator).return(undefined)
    expect(acceptsOf(PODS)).toEqual([OFFER, OFFER])
  })

  test('is protobuf where the first chunk of the answer is empty', async () => {
    const body = encoder.encode({
      kind: 'PodList',
      apiVersion: 'v1',
      metadata: {},
      items: [{ metadata: { name: 'a' } }],
    } as never)
    instead = path =>
      path === PODS
        ? new Response(
            new ReadableStream({
              start: controller => {
                controller.enqueue(new Uint8Array(0))
                controller.enqueue(body)
                controller.close()
              },
            }),
            { headers: { 'content-type': PROTOBUF } },
          )
        : undefined
    expect(formsOf(await listRows(connect()))).toEqual(['protobuf'])
  })

  test('is sent once in a watch whose connection is lost, although the version is unknown', async () => {
    const cause = Object.assign(new Error('it broke'), { code: 'ECONNRESET' })
    instead = path =>
      path === VERSION ? jsonOf({}, 404) : Promise.reject(new TypeError('fetch failed', { cause }))
    const opening = createListWatch(connect(), pods, { form: 'row' }).watch({}, { signal: never })
    await clock.advance(3_600_000)
    expect(await (await opening)[Symbol.asyncIterator]().next()).toMatchObject({ done: true })
    // The request and its retries.
    expect(attempts).toBe(11)
  })

  test('stays JSON after the first request for a kind that only looks as one of Kubernetes', async () => {
    const gateways = defineResource({
      group: 'gateways.k8s.io',
      version: 'v1',
      plural: 'gateways',
      kind: 'Gateway',
      namespaced: true,
    })
    const path = '/apis/gateways.k8s.io/v1/gateways'
    // As a server that would answer in protobuf, which cannot be read.
    instead = (at, accept) => {
      if (at !== path) return undefined
      if (accept === OFFER) return new Response('k8s\0', { headers: { 'content-type': PROTOBUF } })
      return jsonOf({ kind: 'GatewayList', metadata: {}, items: [{ metadata: { name: 'a' } }] })
    }
    const client = connect()
    for (let time = 0; time < 2; time++)
      expect(formsOf(await listRows(client, { resource: gateways }))).toEqual(['json'])
    expect(acceptsOf(path)).toEqual([OFFER, JSON_ONLY, JSON_ONLY])
    expect(acceptsOf(VERSION)).toEqual([])
  })

  test('is short enough to be sent to another origin', async () => {
    const client = connect()
    for (const metadataOnly of [true, false]) {
      const listWatch = createListWatch(client, pods, { form: 'row', metadataOnly } as { form: 'row' })
      await listWatch.list({}, { signal: never })
      const watch = await listWatch.watch({}, { signal: never })
      await (watch as AsyncGenerator).return(undefined)
    }
    const lengths = sent.map(({ accept }) => accept.length)
    expect(Math.max(...lengths)).toBeGreaterThan(OFFER.length)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(MAX_ACCEPT)
  })
})

describe('the content type of the answer', () => {
  test('picks the reader', async () => {
    const client = connect()
    const first = await listRows(client)
    expect(formsOf(first)).toEqual(['protobuf'])
    const [pod] = server.list(pods)
    instead = path =>
      path === PODS ? jsonOf({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: [pod] }) : undefined
    const second = await listRows(client)
    expect(formsOf(second)).toEqual(['json'])
    expect(second.items.map(row => readObject(row))).toEqual([
      readObject(first.items.find(({ name }) => name === pod?.metadata?.name) as Row),
    ])
    instead = () => undefined
    // A proxy answered once in JSON: nothing is concluded from it.
    expect(formsOf(await listRows(client))).toEqual(['protobuf'])
  })

  test('picks the reader of a watch', async () => {
    const [pod] = server.list(pods) as [Pod]
    const client = connect()
    const watched = async () => {
      const watch = await createListWatch(client, pods, { form: 'row' }).watch(
        { timeoutSeconds: 1 },
        { signal: never },
      )
      const events: WatchEvent<Row<Pod>>[] = []
      for await (const read of watch) events.push(...read)
      return events
    }
    const answer = (body: BodyInit, type: string) => {
      instead = path =>
        path === PODS ? new Response(body, { headers: { 'content-type': type } }) : undefined
    }
    const frame = encoder.encodeEvent('ADDED', pod) as Uint8Array<ArrayBuffer>
    answer(frame, `${PROTOBUF};stream=watch`)
    const [binary] = await watched()
    answer(`${JSON.stringify({ type: 'ADDED', object: pod })}\n`, 'application/json')
    const [text] = await watched()
    const bodies = [binary, text].map(event =>
      contentOf((event as WatchEvent<Row<Pod>> & { object: Row<Pod> }).object.body),
    )
    expect(bodies.map(body => typeof body)).toEqual(['object', 'string'])
    const [a, b] = [binary, text].map(event => readObject(event?.object as Row))
    expect(a).toEqual(b)
  })

  test('is an error if it is neither', async () => {
    instead = path =>
      path === PODS ? new Response('<html>', { headers: { 'content-type': 'text/html' } }) : undefined
    await expect(listRows(connect())).rejects.toThrow('list pods: expected JSON and got text/html')
  })
})

describe('the version of the server', () => {
  test('is read once, beside the first list, for all lists of a client', async () => {
    const client = connect()
    let answerVersion = () => {}
    instead = path => {
      if (path !== VERSION) return undefined
      return new Promise<Response>(resolve => {
        answerVersion = () => resolve(jsonOf({ major: '1', minor: '37' }))
      })
    }
    const lists = [listRows(client), listRows(client), listRows(client, { resource: pods as never })]
    await clock.settle()
    // The lists are answered before the version is.
    expect(acceptsOf(PODS)).toEqual([OFFER, OFFER, OFFER])
    answerVersion()
    for (const list of await Promise.all(lists)) expect(formsOf(list)).toEqual(['protobuf'])
    await listRows(client)
    expect(acceptsOf(VERSION)).toEqual([JSON_ONLY])
    expect(acceptsOf(PODS)).toEqual([OFFER, OFFER, OFFER, OFFER])
  })

  test('is not requested again by lists that fail, and is once one is answered', async () => {
    const client = connect()
    instead = () => jsonOf({ kind: 'Status', status: 'Failure', code: 500 }, 500)
    for (let time = 0; time < 3; time++) await expect(listRows(client)).rejects.toThrow()
    expect([acceptsOf(PODS).length, acceptsOf(VERSION).length]).toEqual([3, 1])
    instead = () => undefined
    expect(formsOf(await listRows(client))).toEqual(['protobuf'])
    expect(acceptsOf(VERSION)).toHaveLength(2)
  })

  test.each([
    ['1', '37'],
    ['1', '37+'],
    ['1', '33'],
    ['1', '9'],
  ])('%s.%s is known', async (major, minor) => {
    versionIs({ major, minor })
    expect(formsOf(await listRows(connect()))).toEqual(['protobuf'])
  })

  test.each([
    ['is newer', { major: '1', minor: '38' }, 200],
    ['is newer, of a vendor', { major: '1', minor: '38+' }, 200],
    ['is 2', { major: '2', minor: '0' }, 200],
    ['is not in it', {}, 200],
    ['is empty', { major: '1', minor: '' }, 200],
    ['is null', null, 200],
    ['is a list', [1, 37], 200],
    ['is a text', 'v1.37', 200],
    ['is forbidden', { kind: 'Status', code: 403, reason: 'Forbidden' }, 403],
    ['is not found', { kind: 'Status', code: 404, reason: 'NotFound' }, 404],
  ])('that %s keeps every list in JSON, and is asked for once', async (_, body, status) => {
    versionIs(body, status)
    const client = connect()
    for (let time = 0; time < 3; time++) expect(formsOf(await listRows(client))).toEqual(['json'])
    expect(acceptsOf(PODS)).toEqual([OFFER, JSON_ONLY, JSON_ONLY, JSON_ONLY])
    expect(acceptsOf(VERSION)).toEqual([JSON_ONLY])
  })

  test('that is not JSON keeps every list in JSON, and is asked for once', async () => {
    instead = path =>
      path === VERSION ? new Response('<html>', { headers: { 'content-type': 'text/html' } }) : undefined
    const client = connect()
    for (let time = 0; time < 3; time++) expect(formsOf(await listRows(client))).toEqual(['json'])
    expect(acceptsOf(VERSION)).toEqual([JSON_ONLY])
  })

  test.each([
    ['a 500', () => jsonOf({ kind: 'Status', code: 500 }, 500)],
    ['a 503 without a body', () => new Response(null, { status: 503 })],
    ['a 401', () => jsonOf({ kind: 'Status', code: 401 }, 401)],
    ['a 429 without a delay', () => jsonOf({ kind: 'Status', code: 429 }, 429)],
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ])('that is answered by %s keeps this list in JSON, and is asked for again', async (_, answer) => {
    instead = path => (path === VERSION ? answer() : undefined)
    const client = connect()
    expect(formsOf(await listRows(client))).toEqual(['json'])
    instead = () => undefined
    expect(formsOf(await listRows(client))).toEqual(['protobuf'])
    expect(acceptsOf(PODS)).toEqual([OFFER, JSON_ONLY, OFFER])
  })

  test('is asked of each client', async () => {
    await listRows(connect())
    await listRows(connect())
    expect(acceptsOf(VERSION)).toHaveLength(2)
  })

  test('is not asked for if a list is not answered in protobuf', async () => {
    instead = path => (path === PODS ? jsonOf({ kind: 'PodList', metadata: {}, items: [] }) : undefined)
    const list = await listRows(connect())
    expect(list.items).toEqual([])
  })

  test('that does not arrive does not delay an abort', async () => {
    instead = path => (path === VERSION ? new Promise<Response>(() => {}) : undefined)
    const stopping = new AbortController()
    const listWatch = createListWatch(connect(), pods, { form: 'row' })
    const list = listWatch.list({}, { signal: stopping.signal })
    const watch = listWatch.watch({}, { signal: stopping.signal })
    const results = Promise.allSettled([list, watch])
    await clock.settle()
    stopping.abort()
    const errors = (await results).map(result => (result as PromiseRejectedResult).reason?.name)
    expect(errors).toEqual(['AbortError', 'AbortError'])
    await clock.settle()
    expect(server.openWatches).toBe(0)
  })

  test('that another list has stopped waiting for does not fail this list', async () => {
    let asked = 0
    instead = path => (path === VERSION && asked++ === 0 ? new Promise<Response>(() => {}) : undefined)
    const client = connect()
    const stopping = new AbortController()
    const first = createListWatch(client, pods, { form: 'row' }).list({}, { signal: stopping.signal })
    const second = listRows(client)
    await clock.settle()
    stopping.abort()
    await expect(first).rejects.toThrow(/abort/)
    expect((await second).items).toHaveLength(3)
    expect(formsOf(await listRows(client))).toEqual(['protobuf'])
  })
})

describe('the encoding', () => {
  test('json of a client or a list-watch is JSON, and nothing else is loaded or asked for', async () => {
    const client = connect({ encoding: 'json' })
    expect(formsOf(await listRows(client))).toEqual(['json'])
    expect(formsOf(await listRows(connect(), { encoding: 'json' }))).toEqual(['json'])
    expect(sent.map(({ path, accept }) => [path, accept])).toEqual([
      [PODS, JSON_ONLY],
      [PODS, JSON_ONLY],
    ])
  })

  test('protobuf does not ask for the version', async () => {
    versionIs({ major: '1', minor: '99' })
    expect(formsOf(await listRows(connect({ encoding: 'protobuf' })))).toEqual(['protobuf'])
    expect(acceptsOf(VERSION)).toEqual([])
  })

  test('of a list-watch takes precedence over that of its client', async () => {
    versionIs({ major: '1', minor: '99' })
    expect(formsOf(await listRows(connect({ encoding: 'json' }), { encoding: 'protobuf' }))).toEqual([
      'protobuf',
    ])
    expect(formsOf(await listRows(connect({ encoding: 'protobuf' }), { encoding: 'json' }))).toEqual(['json'])
    expect(formsOf(await listRows(connect({ encoding: 'protobuf' }), { encoding: 'auto' }))).toEqual(['json'])
  })

  test('protobuf of one list-watch applies after another has found the server too new', async () => {
    versionIs({ major: '1', minor: '99' })
    const client = connect()
    expect(formsOf(await listRows(client))).toEqual(['json'])
    expect(formsOf(await listRows(client, { encoding: 'protobuf' }))).toEqual(['protobuf'])
    expect(formsOf(await listRows(client))).toEqual(['json'])
  })
})

describe('metadata only', () => {
  const LIST = `${PROTOBUF};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`
  const WATCH = `${PROTOBUF};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`

  test('is asked for in protobuf', async () => {
    const client = connect()
    const listWatch = createListWatch(client, pods, { form: 'row', metadataOnly: true })
    const list = await listWatch.list({}, { signal: never })
    const watch = await listWatch.watch({}, { signal: never })
    await (watch as AsyncGenerator).return(undefined)
    expect(acceptsOf(PODS)).toEqual([LIST, WATCH])
    expect(formsOf(list)).toEqual(['protobuf'])
    const json = await createListWatch(client, pods, {
      form: 'row',
      metadataOnly: true,
      encoding: 'json',
    }).list({}, { signal: never })
    expect(list.items.map(row => readObject(row))).toEqual(json.items.map(row => readObject(row)))
    expect(readObject(list.items[0] as Row)).toMatchObject({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
    })
  })

  test('is asked for in protobuf of custom resources too', async () => {
    server.create({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'a', namespace: 'x' } })
    const list = await listRows(connect(), { resource: widgets, metadataOnly: true })
    expect(acceptsOf('/apis/example.com/v1/widgets')[0]).toBe(LIST)
    expect(list.items.map(({ key }) => key)).toEqual(['x/a'])
    expect(formsOf(list)).toEqual(['protobuf'])
  })

  test('is JSON after a 406', async () => {
    instead = (_, accept) =>
      accept.startsWith(PROTOBUF)
        ? jsonOf({ kind: 'Status', code: 406, reason: 'NotAcceptable' }, 406)
        : undefined
    const client = connect()
    for (let time = 0; time < 2; time++)
      expect(formsOf(await listRows(client, { metadataOnly: true }))).toEqual(['json'])
    expect(acceptsOf(PODS).map(accept => accept.slice(0, 35))).toEqual([
      PROTOBUF,
      `${JSON_ONLY};as=PartialObjectMe`,
      `${JSON_ONLY};as=PartialObjectMe`,
    ])
  })

  test('of one resource in JSON leaves others in protobuf', async () => {
    instead = (path, accept) =>
      path === PODS && accept.startsWith(`${PROTOBUF};as=`)
        ? jsonOf({ kind: 'Status', code: 406 }, 406)
        : undefined
    const client = connect()
    server.create({ kind: 'Widget', apiVersion: 'example.com/v1', metadata: { name: 'a', namespace: 'x' } })
    expect(formsOf(await listRows(client, { metadataOnly: true }))).toEqual(['json'])
    expect(formsOf(await listRows(client, { resource: widgets, metadataOnly: true }))).toEqual(['protobuf'])
    // Whole Pods are something else.
    expect(formsOf(await listRows(client))).toEqual(['protobuf'])
  })

  test('of one resource in JSON leaves those of its name in another group in protobuf', async () => {
    const metrics = defineResource({
      ...widgets,
      group: 'metrics.k8s.io',
      plural: 'pods',
      kind: 'PodMetrics',
    })
    const metadata = { resourceVersion: '1' }
    instead = (path, accept) => {
      if (!path.startsWith('/apis/metrics')) return undefined
      return accept.startsWith(PROTOBUF)
        ? jsonOf({ kind: 'Status', code: 406 }, 406)
        : jsonOf({ kind: 'PartialObjectMetadataList', metadata, items: [{ metadata: { name: 'a' } }] })
    }
    const client = connect()
    expect(formsOf(await listRows(client, { resource: metrics, metadataOnly: true }))).toEqual(['json'])
    expect(formsOf(await listRows(client, { metadataOnly: true }))).toEqual(['protobuf'])
  })
})

describe('an error in protobuf', () => {
  const refuse = (status: object, code: number) => {
    const object = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code, ...status }
    const body = encoder.encode(object as KubernetesObject) as Uint8Array<ArrayBuffer>
    instead = path =>
      path === PODS ? new Response(body, { status: code, headers: { 'content-type': PROTOBUF } }) : undefined
  }
  const errorOf = (client: InformerClient) =>
    listRows(client).then(
      () => undefined,
      error => error as StatusError,
    )

  test('is a StatusError with reason, message and details', async () => {
    const details = { kind: 'pods', causes: [{ reason: 'FieldValueInvalid', message: 'no', field: 'limit' }] }
    refuse({ reason: 'Forbidden', message: 'pods is forbidden', details }, 403)
    const error = await errorOf(connect())
    expect(error).toBeInstanceOf(StatusError)
    expect([error?.code, error?.reason]).toEqual([403, 'Forbidden'])
    expect(error?.message).toContain('pods is forbidden')
    expect(error?.status.details).toEqual(details)
  })

  test('has no credentials in its texts', async () => {
    const message = 'who is Bearer s3cret-token?'
    const details = { causes: [{ reason: 'x', message }] }
    refuse({ reason: 'Unauthorized', message, details }, 400)
    const error = await errorOf(connect({ getToken: () => 's3cret-token' }))
    expect(error).toBeInstanceOf(StatusError)
    expect(JSON.stringify([error?.message, error?.status])).not.toContain('s3cret-token')
    expect(error?.message).toContain('who is ')
  })

  test('of the fake server is the same as in JSON', async () => {
    const resource = defineResource({
      group: 'apps',
      version: 'v1',
      plural: 'pods',
      kind: 'Deployment',
      namespaced: true,
    })
    const listOf = (encoding: 'json' | 'protobuf') =>
      listRows(connect(), { resource, encoding }).then(
        () => undefined,
        error => [(error as Error).message, (error as StatusError).status],
      )
    expect(await listOf('protobuf')).toEqual(await listOf('json'))
    expect(await listOf('protobuf')).toBeDefined()
  })

  test.each([
    ['that is cut', Uint8Array.of(0x6b, 0x38, 0x73, 0, 10, 200)],
    ['that is nothing', new Uint8Array()],
    ['that is text', new TextEncoder().encode('Too many requests')],
  ])('%s is a StatusError by its code', async (_, body) => {
    instead = path =>
      path === PODS ? new Response(body, { status: 500, headers: { 'content-type': PROTOBUF } }) : undefined
    const error = await errorOf(connect())
    expect(error).toBeInstanceOf(StatusError)
    expect([error?.code, error?.reason]).toEqual([500, 'InternalError'])
  })

  test('too long to be a Status is not read', async () => {
    refuse({ reason: 'InternalError', message: 'x'.repeat(2 ** 22) }, 500)
    const error = await errorOf(connect())
    expect(error?.message).toContain('the response is longer than 4194304 bytes')
    expect(error?.message.length).toBeLessThan(1_000)
  })

  test('that asks for a later retry is retried', async () => {
    refuse({ reason: 'TooManyRequests', message: 'later', details: { retryAfterSeconds: 7 } }, 429)
    const list = listRows(connect())
    await clock.settle()
    instead = () => undefined
    await clock.advance(7_000)
    expect(formsOf(await list)).toEqual(['protobuf'])
  })
})

describe('watches', () => {
  /** The events of a watch until `count` of them have arrived. */
  async function take(watch: AsyncIterable<readonly WatchEvent<Row<Pod>>[]>, count: number) {
    const events: WatchEvent<Row<Pod>>[] = []
    for await (const read of watch) {
      events.push(...read)
      if (events.length >= count) break
    }
    return events
  }
  const tell = ({ type, object }: WatchEvent<Row<Pod>>) =>
    'body' in object ? `${type} ${object.key} ${typeof contentOf(object.body)}` : type

  test('over fetch are frames of protobuf', async () => {
    const listWatch = createListWatch(connect(), pods, { form: 'row' })
    const { rv } = server
    const watch = await listWatch.watch({ resourceVersion: rv }, { signal: never })
    const [first] = server.list(pods) as [Pod]
    server.update(first)
    server.delete(first)
    const { namespace, name } = first.metadata ?? {}
    expect((await take(watch, 2)).map(tell)).toEqual([
      `MODIFIED ${namespace}/${name} object`,
      `DELETED ${namespace}/${name} object`,
    ])
  })

  test('that wait for a connection are frames of protobuf when they have one', async () => {
    const client = connect({ maxFetchWatches: 1 })
    const listWatch = createListWatch(client, pods, { form: 'row' })
    const stopping = new AbortController()
    const { rv } = server
    await listWatch.watch({ resourceVersion: rv }, { signal: stopping.signal })
    const waiting = listWatch.watch({ resourceVersion: rv }, { signal: never })
    await clock.settle()
    stopping.abort()
    const watch = await waiting
    const [first] = server.list(pods) as [Pod]
    server.update(first)
    const [event] = await take(watch, 1)
    expect(tell(event as never)).toMatch(/^MODIFIED .* object$/)
  })

  test('of a server that is too new are opened again in JSON', async () => {
    versionIs({ major: '1', minor: '99' })
    const { rv } = server
    const watch = await createListWatch(connect(), pods, { form: 'row' }).watch(
      { resourceVersion: rv },
      { signal: never },
    )
    expect(acceptsOf(PODS)).toEqual([OFFER, JSON_ONLY])
    await clock.settle()
    expect(server.openWatches).toBe(1)
    server.update(server.list(pods)[0] as Pod)
    const [event] = await take(watch, 1)
    expect(tell(event as never)).toMatch(/^MODIFIED .* string$/)
  })

  test('that are refused in protobuf reject with a StatusError', async () => {
    server.compact(server.rv)
    const watch = await createListWatch(connect(), pods, { form: 'row' }).watch(
      { resourceVersion: '1' },
      { signal: never },
    )
    const [event] = await take(watch, 1)
    expect(event).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
  })

  describe('over WebSocket', () => {
    interface Opened {
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
    }
    /** A WebSocket that opens at once, and delivers what the test sends. */
    function sockets(opens = true) {
      const opened: Opened[] = []
      const instances: FakeSocket[] = []
      class FakeSocket {
        binaryType = 'blob'
        onopen = () => {}
        onmessage = (_: { data: unknown }) => {}
        onclose = (_: { code: number }) => {}
        onerror = () => {}
        constructor(url: string, options: unknown) {
          const { headers = {} } = options as { headers?: Record<string, string> }
          opened.push({ url, headers: Array.isArray(options) ? {} : headers })
          instances.push(this)
          queueMicrotask(() => (opens ? this.onopen() : this.onclose({ code: 1006 })))
        }
        close() {
          const { onclose } = this
          this.onclose = () => {}
          queueMicrotask(() => onclose({ code: 1000 }))
        }
      }
      return { WebSocket: FakeSocket as never, opened, instances }
    }
    /** The WatchEvent of a frame, without its length. */
    const messageOf = (type: string, pod: KubernetesObject) => {
      const frame = encoder.encodeEvent(type, pod) as Uint8Array<ArrayBuffer>
      return frame.slice(4).buffer
    }
    const watchBy = async (WebSocket: never, options: Partial<KubeClientOptions> = {}) =>
      createListWatch(
        connect({ webSocket: webSocketWatch({ WebSocket }), watchTransport: 'websocket', ...options }),
        pods,
        { form: 'row', trim: [] },
      ).watch({ resourceVersion: server.rv }, { signal: never })

    test('are binary messages in Node, each a WatchEvent', async () => {
      const { WebSocket, opened, instances } = sockets()
      const watch = await watchBy(WebSocket)
      expect(opened[0]?.headers).toMatchObject({ accept: OFFER })
      expect(instances[0]?.binaryType).toBe('arraybuffer')
      const all = server.list(pods)
      for (const pod of all) instances[0]?.onmessage({ data: messageOf('MODIFIED', pod) })
      const events = await take(watch, all.length)
      expect(events.map(({ object }) => readObject(object as Row<Pod>))).toEqual(all)
      expect(events.map(tell)).toEqual(
        all.map(({ metadata }) => `MODIFIED ${metadata?.namespace}/${metadata?.name} object`),
      )
    })

    test('are JSON if the server sends text', async () => {
      const { WebSocket, instances } = sockets()
      const watch = await watchBy(WebSocket)
      const [pod] = server.list(pods)
      instances[0]?.onmessage({ data: JSON.stringify({ type: 'ADDED', object: pod }) })
      instances[0]?.onmessage({ data: '\n' })
      expect((await take(watch, 1)).map(tell)[0]).toMatch(/^ADDED .* string$/)
    })

    test('are JSON in a browser, which cannot ask for anything else', async () => {
      vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)' })
      onTestFinished(() => {
        vi.unstubAllGlobals()
      })
      const { WebSocket, opened, instances } = sockets()
      const watch = await watchBy(WebSocket)
      expect(opened[0]?.headers).toEqual({})
      const [pod] = server.list(pods)
      instances[0]?.onmessage({ data: `${JSON.stringify({ type: 'ADDED', object: pod })}\n` })
      expect((await take(watch, 1)).map(tell)[0]).toMatch(/^ADDED .* string$/)
    })

    test('of a server that is too new are opened again, without asking for protobuf', async () => {
      versionIs({ major: '1', minor: '99' })
      const { WebSocket, opened, instances } = sockets()
      const watch = await watchBy(WebSocket)
      expect(opened.map(({ headers }) => headers.accept)).toEqual([OFFER, undefined])
      const [pod] = server.list(pods)
      instances[1]?.onmessage({ data: `${JSON.stringify({ type: 'ADDED', object: pod })}\n` })
      expect((await take(watch, 1)).map(tell)[0]).toMatch(/^ADDED .* string$/)
    })

    test('are opened again if only the token was old', async () => {
      let tokens = 0
      let isFirst = true
      const { WebSocket, opened } = sockets()
      const failing = sockets(false)
      function Either(url: string, options: unknown) {
        const Socket = (isFirst ? failing.WebSocket : WebSocket) as new (
          url: string,
          options: unknown,
        ) => object
        isFirst = false
        return new Socket(url, options)
      }
      instead = (path, accept) =>
        path === PODS && accept === OFFER && tokens === 1
          ? jsonOf({ kind: 'Status', code: 401, reason: 'Unauthorized' }, 401)
          : undefined
      const watch = await watchBy(Either as never, { getToken: () => `token-${++tokens}` })
      expect(opened).toHaveLength(1)
      await (watch as AsyncGenerator).return(undefined)
    })

    test('that a proxy refuses are an error that says so, or are opened by fetch', async () => {
      const { WebSocket } = sockets(false)
      const refused = watchBy(WebSocket)
      await expect(refused).rejects.toThrow(/no WebSocket to .* where fetch gets an answer/)
      const watch = await watchBy(WebSocket, { watchTransport: 'auto', maxFetchWatches: 1 })
      server.update(server.list(pods)[0] as Pod)
      expect((await take(watch, 1)).map(tell)[0]).toMatch(/^MODIFIED .* object$/)
    })

    test('that breaks ends with an ERROR event', async () => {
      const { WebSocket, instances } = sockets()
      const watch = await watchBy(WebSocket)
      instances[0]?.onmessage({ data: messageOf('MODIFIED', server.list(pods)[0] as Pod).slice(0, 100) })
      const [event, ...rest] = await take(watch, 9)
      expect(event).toMatchObject({ type: 'ERROR', object: { code: 500, reason: 'InternalError' } })
      expect(rest).toEqual([])
    })
  })
})
