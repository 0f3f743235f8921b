import { describe, expect, test } from 'vitest'
import {
  isForbidden,
  isInternalError,
  isUnexpectedServerError,
  ProtocolError,
  StatusError,
} from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { defineResource } from '../api/resource.ts'
import { discover } from '../discovery/discover.ts'
import { KindSchemas } from '../openapi/kind-schemas.ts'
import { openAPIDocuments } from '../openapi/open-api-documents.ts'
import { clientAnswering, errorOf, json } from '../test/answering-client.ts'
import type { InformerClient } from './kube-client.ts'
import { createListWatch } from './list-watch.ts'
import { getMetadata, listMetadata } from './partial-object-metadata.ts'
import { listTable } from './tables/table.ts'
import { createTableListWatch } from './tables/table-list-watch.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const at = { namespace: 'd', name: 'a' }
const object = { metadata: at }
const context = { signal: new AbortController().signal }

const STATUS = { kind: 'Status', apiVersion: 'v1', metadata: {} }
const FAILURE = { ...STATUS, status: 'Failure', reason: 'InternalError', message: 'not ready', code: 500 }
const SUCCESS = { ...STATUS, status: 'Success' }

type Call = (client: InformerClient) => Promise<unknown>

const READS: Readonly<Record<string, Call>> = {
  list: client => client.list(pods),
  'list of objects': client => createListWatch(client, pods).list({}, context),
  'list of rows': client =>
    createListWatch(client, pods, { form: 'row', encoding: 'json' }).list({}, context),
  'list of metadata': client => listMetadata(client, pods),
  'list of a Table': client => listTable(client, pods),
  'list of a Table in rows': client => createTableListWatch(client, pods).list({}, context),
  get: client => client.get(pods, at),
  'get of the status': client => client.get(pods, at, { subresource: 'status' }),
  'get of the scale': client => client.get(pods, at, { subresource: 'scale' }),
  'get of a subresource of an aggregated server': client => client.get(pods, at, { subresource: 'vnc' }),
  'get of the metadata': client => getMetadata(client, pods, at),
  discover: client => discover(client),
  'read of the OpenAPI index': client => openAPIDocuments(client),
  'read of an OpenAPI document': client =>
    new KindSchemas({ client: withIndex(client) }).schemaOf({ group: '', version: 'v1', kind: 'Pod' }),
}

/** The answers begin with the document. */
const withIndex = (client: InformerClient): Pick<InformerClient, 'request'> => ({
  request: async (path, request) =>
    path === '/openapi/v3'
      ? Response.json({ paths: { 'api/v1': { serverRelativeURL: '/openapi/v3/api/v1?hash=1' } } })
      : client.request(path, request),
})

const WRITES: Readonly<Record<string, Call>> = {
  create: client => client.create(pods, object),
  replace: client => client.replace(pods, object),
  patch: client => client.patch(pods, at, {}),
  apply: client => client.apply(pods, object),
  delete: client => client.delete(pods, at),
  deleteCollection: client => client.deleteCollection(pods, { namespace: 'd' }),
}

describe.each(Object.entries({ ...READS, ...WRITES }))('%s', (_, call) => {
  test('T-ANS-1: rejects with a Status that is no success, whatever the HTTP code and wherever its kind stands', async () => {
    const { kind, ...rest } = FAILURE
    for (const answer of [FAILURE, { ...rest, kind }, { ...FAILURE, status: undefined }]) {
      const error = await errorOf(call(clientAnswering([json(answer)]).client))
      expect(error).toBeInstanceOf(StatusError)
      expect(error).toMatchObject({ code: 500, reason: 'InternalError', status: { message: 'not ready' } })
      expect(isInternalError(error)).toBe(true)
      expect(String(error)).toMatch(/^StatusError: .*: not ready$/)
    }
  })

  test('T-ANS-1: such a Status is without the credentials of its request', async () => {
    const message = 'refused Bearer secret-of-the-page'
    const { client } = clientAnswering([json({ ...FAILURE, message, echo: 'secret-of-the-page' })], {
      getToken: () => 'secret-of-the-page',
    })
    const error = (await errorOf(call(client))) as StatusError
    expect(error).toBeInstanceOf(StatusError)
    expect(JSON.stringify([error.message, error.status])).not.toContain('secret-of-the-page')
  })

  test.each([
    ['a page', () => new Response('<html>csrf=SECRET</html>', { headers: { 'content-type': 'text/html' } })],
    [
      'a page that says it is JSON',
      () => new Response('<html>csrf=SECRET</html>', { headers: { 'content-type': 'application/json' } }),
    ],
    ['another kind', json({ kind: 'ConfigMap', apiVersion: 'v1', metadata: {} })],
    ['a list of lists', json([[]])],
    ['null', json(null)],
  ])('T-ANS-2: rejects what answers something else: %s', async (name, answer) => {
    // The kinds of the subresources of other servers are not known.
    if (name === 'another kind' && _.includes('aggregated')) return
    const error = await errorOf(call(clientAnswering([answer]).client))
    expect(error).toBeInstanceOf(ProtocolError)
    expect(String(error)).not.toContain('SECRET')
  })
})

test.each(Object.entries(READS))('T-ANS-3: %s is not answered by the success of a write', async (_, call) => {
  expect(await errorOf(call(clientAnswering([json(SUCCESS)]).client))).toBeInstanceOf(ProtocolError)
})

test.each(Object.entries(WRITES))('T-ANS-3: %s may be answered by a Status of success', async (_, call) => {
  expect(await call(clientAnswering([json(SUCCESS)]).client)).toEqual(SUCCESS)
})

test.each<[string, KubernetesObject, Call]>([
  ['no kind', {}, READS.get as Call],
  ['an empty kind', { kind: '' }, READS.get as Call],
  ['the kind of the definition', { kind: 'Pod' }, READS.get as Call],
  ['the kind of the definition to a status', { kind: 'Pod' }, READS['get of the status'] as Call],
  ['the kind of the subresource', { kind: 'Scale' }, READS['get of the scale'] as Call],
  [
    'any kind of an aggregated server',
    { kind: 'Vnc' },
    READS['get of a subresource of an aggregated server'] as Call,
  ],
  ['an eviction', { kind: 'Eviction' }, client => client.create(pods, object, { subresource: 'eviction' })],
  ['a binding', { kind: 'Binding' }, client => client.create(pods, object, { subresource: 'binding' })],
  ['a token', { kind: 'TokenRequest' }, client => client.create(pods, object, { subresource: 'token' })],
])('T-ANS-4: an object may have %s', async (_, answer, call) => {
  expect(await call(clientAnswering([json(answer)]).client)).toEqual(answer)
})

test('T-ANS-4: an object may be of a kind named Status of another group', async () => {
  const statuses = defineResource({
    group: 'example.com',
    version: 'v1',
    plural: 'statuses',
    kind: 'Status',
    namespaced: true,
  })
  const answer = { kind: 'Status', apiVersion: 'example.com/v1', metadata: at, status: 'Failure' }
  expect(await clientAnswering([json(answer)]).client.get(statuses, at)).toEqual(answer)
})

describe('T-ANS-5: an error without a Status', () => {
  const refused = (body: BodyInit, type = 'text/html', status = 403) =>
    errorOf(
      clientAnswering([() => new Response(body, { status, headers: { 'content-type': type } })]).client.get(
        pods,
        at,
      ),
    )

  test.each([
    ['a page', '<html>Attention required</html>'],
    ['an empty body', ''],
    ['other JSON', '{"error":"forbidden"}'],
    ['a Status of another group', '{"kind":"Status","apiVersion":"example.com/v1"}'],
  ])('is UnexpectedServerResponse, and has the reason of its code: %s', async (_, body) => {
    const error = await refused(body)
    expect(isUnexpectedServerError(error)).toBe(true)
    expect(isForbidden(error)).toBe(true)
    expect(error).toMatchObject({
      code: 403,
      status: { details: { causes: [{ reason: 'UnexpectedServerResponse' }] } },
    })
  })

  test('has the text of the body as the message of its cause', async () => {
    const error = (await refused('too busy', 'text/plain', 429)) as StatusError
    expect(error.status.details?.causes?.[0]?.message).toBe('too busy')
  })

  test('differs from one with a Status, also of more than 64 KiB', async () => {
    for (const length of [10, 70_000, 1_500_000]) {
      const message = 'x'.repeat(length)
      const error = await refused(
        JSON.stringify({ message, ...STATUS, status: 'Failure', code: 403, reason: 'Forbidden' }),
      )
      expect(isUnexpectedServerError(error)).toBe(false)
      expect(error).toMatchObject({ reason: 'Forbidden', status: { message } })
    }
  })

  test('keeps the delay that its header asks for', async () => {
    const headers = { 'retry-after': '7' }
    const { client } = clientAnswering(
      [() => new Response('busy', { status: 500, headers: { ...headers } })],
      {
        onRetry: ({ error }) => {
          throw error
        },
      },
    )
    expect(await errorOf(client.get(pods, at))).toMatchObject({
      retryAfterSeconds: 7,
      status: { details: { causes: [{ message: 'busy' }], retryAfterSeconds: 7 } },
    })
  })
})

test.each([
  ['http://cluster.example', undefined, /credentials are not sent over http: use https/],
  ['http://cluster.example', () => undefined, /credentials are not sent over http: use https/],
  ['http://cluster.example', () => 'token', /check what getToken answers/],
  ['https://cluster.example', undefined, /check what getToken answers/],
  ['/k8s', undefined, /check what getToken answers/],
])('T-ANS-11: a 401 from %s says why credentials may be missing', async (baseUrl, getToken, advice) => {
  const unauthorized = json(
    { ...STATUS, status: 'Failure', reason: 'Unauthorized', code: 401 },
    { status: 401 },
  )
  const { client } = clientAnswering([unauthorized], { baseUrl, getToken, fetch: async () => unauthorized() })
  expect(String(await errorOf(client.get(pods, at)))).toMatch(advice)
})
