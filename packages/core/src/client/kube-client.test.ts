import { describe, expect, test } from 'vitest'
import { ConnectionError, isForbidden, isResourceExpired, ProtocolError, StatusError } from '../api/errors.ts'
import type { KubernetesObject } from '../api/object.ts'
import { defineResource } from '../api/resource.ts'
import { clientAnswering, json } from '../test/answering-client.ts'

const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const deployments = defineResource({
  group: 'apps',
  version: 'v1',
  plural: 'deployments',
  kind: 'Deployment',
  namespaced: true,
})

describe('createKubeClient', () => {
  test('a list requests the collection with its options and pretty=false', async () => {
    const { client, sent } = clientAnswering([
      json({ kind: 'PodList', metadata: { resourceVersion: '7' }, items: [] }),
    ])
    const list = await client.list(pods, { namespace: 'default', limit: 500, labelSelector: 'app=web' })
    expect(list).toEqual({ kind: 'PodList', metadata: { resourceVersion: '7' }, items: [] })
    expect(sent[0]?.url.pathname).toBe('/api/v1/namespaces/default/pods')
    expect(Object.fromEntries(sent[0]?.url.searchParams ?? [])).toEqual({
      limit: '500',
      labelSelector: 'app=web',
      pretty: 'false',
    })
  })

  test('items of a list have the kind and apiVersion that the server omits', async () => {
    const { client } = clientAnswering([json({ metadata: {}, items: [{ metadata: { name: 'a' } }] })])
    const { items } = await client.list(deployments)
    expect(items).toEqual([{ kind: 'Deployment', apiVersion: 'apps/v1', metadata: { name: 'a' } }])
  })

  test('writes send their field manager and content type', async () => {
    const { client, sent } = clientAnswering([json({ metadata: { name: 'a' } })], {
      fieldManager: 'dashboard',
    })
    const pod: KubernetesObject = { metadata: { namespace: 'n', name: 'a' } }
    await client.create(pods, pod)
    await client.replace(pods, pod)
    await client.patch(pods, { namespace: 'n', name: 'a' }, { metadata: { labels: { x: null } } })
    await client.delete(pods, { namespace: 'n', name: 'a' }, { gracePeriodSeconds: 0 })
    expect(sent.map(({ url, method }) => `${method} ${url.pathname}`)).toEqual([
      'POST /api/v1/namespaces/n/pods',
      'PUT /api/v1/namespaces/n/pods/a',
      'PATCH /api/v1/namespaces/n/pods/a',
      'DELETE /api/v1/namespaces/n/pods/a',
    ])
    expect(sent.every(({ url }) => url.searchParams.get('fieldManager') === 'dashboard')).toBe(true)
    expect(sent[2]?.headers.get('content-type')).toBe('application/merge-patch+json')
    expect(sent[3]?.body).toContain('"gracePeriodSeconds":0')
  })

  test('every part of a path is escaped', async () => {
    const { client, sent } = clientAnswering([json({})])
    await client.get(pods, { namespace: 'x&', name: 'a#b?c' })
    expect(sent[0]?.url.pathname).toBe('/api/v1/namespaces/x%26/pods/a%23b%3Fc')
  })

  test('an error response is a StatusError with the request and advice', async () => {
    const status = {
      kind: 'Status',
      status: 'Failure',
      code: 403,
      reason: 'Forbidden',
      message: 'pods is forbidden',
    }
    const { client } = clientAnswering([json(status, { status: 403 })], { getToken: () => 's3cret' })
    const error = await client.list(pods, { namespace: 'x' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(StatusError)
    expect(isForbidden(error)).toBe(true)
    expect((error as StatusError).message).toMatch(
      /list pods in namespace "x".*\/api\/v1\/namespaces\/x\/pods.*pods is forbidden/,
    )
    expect((error as StatusError).message).not.toContain('s3cret')
  })

  test.each([
    [409, 'POST', 'AlreadyExists'],
    [409, 'PUT', 'Conflict'],
    [404, 'GET', 'NotFound'],
    [410, 'GET', 'Gone'],
    [429, 'GET', 'TooManyRequests'],
    [502, 'GET', 'InternalError'],
    [418, 'GET', ''],
  ])('S-58: a %i in plain text, to a %s, has the reason %j', async (status, method, reason) => {
    const { client } = clientAnswering([() => new Response('404 page not found\n', { status })])
    const error = await client.request('/x', { method }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: status, reason, status: { message: '404 page not found' } })
    expect(isResourceExpired(error)).toBe(status === 410)
  })

  test('a missing response is a ConnectionError with its cause', async () => {
    const { client } = clientAnswering([])
    const error = await client.list(pods).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ConnectionError)
    expect((error as Error).cause).toMatchObject({ name: 'TypeError', message: 'fetch failed' })
  })

  test('an HTML page instead of an apiserver response is a ProtocolError', async () => {
    const html = () => new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })
    const { client } = clientAnswering([html])
    await expect(client.list(pods)).rejects.toThrow(ProtocolError)
    await expect(client.watch(pods)).rejects.toThrow(/text\/html.*baseUrl/)
  })

  test('a truncated list response is a ProtocolError, not a short list', async () => {
    const cut = () =>
      new Response('{"metadata":{},"items":[{"metadata":{"name":"a"}},{"meta', {
        headers: { 'content-type': 'application/json' },
      })
    await expect(clientAnswering([cut]).client.list(pods)).rejects.toThrow(/ends in the middle/)
  })

  test('getToken is called once, and again after a 401', async () => {
    const tokens = ['old', 'new']
    const asked: string[] = []
    const unauthorized = json({ kind: 'Status', code: 401, reason: 'Unauthorized' }, { status: 401 })
    const { client, sent } = clientAnswering([unauthorized, json({}), json({})], {
      getToken: () => {
        asked.push(tokens[asked.length] ?? 'none')
        return asked.at(-1) ?? ''
      },
    })
    await client.get(pods, 'n/a')
    await client.get(pods, 'n/a')
    expect(asked).toEqual(['old', 'new'])
    expect(sent.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
      'Bearer new',
    ])
  })

  test('after a failure of getToken, the next request calls it again', async () => {
    let asked = 0
    const { client } = clientAnswering([json({})], {
      getToken: async () => {
        if (asked++ === 0) throw new Error('not signed in')
        return 'token'
      },
    })
    await expect(client.get(pods, 'n/a')).rejects.toThrow('not signed in')
    await client.get(pods, 'n/a')
    expect(asked).toBe(2)
  })

  test('an aborted call rejects with the AbortError of the platform', async () => {
    const { client } = clientAnswering([json({})])
    const signal = AbortSignal.abort()
    await expect(client.get(pods, 'n/a', { signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('an error of a broken response describes the request', async () => {
    const headers = { 'content-type': 'application/json' }
    const broken = () => {
      const body = new ReadableStream({
        pull: controller => controller.error(new TypeError('network error')),
      })
      return new Response(body, { headers })
    }
    const { client } = clientAnswering([broken, broken, () => new Response('{"items":[', { headers })])
    const listing = await client.list(pods).catch((error: unknown) => error)
    expect(listing).toBeInstanceOf(ConnectionError)
    expect(String(listing)).toMatch(/list pods: the answer broke off/)
    const getting = await client.get(pods, 'n/a').catch((error: unknown) => error)
    expect(String(getting)).toMatch(/get pods "a" in namespace "n": the answer broke off/)
    const cutOff = await client.list(pods).catch((error: unknown) => error)
    expect(cutOff).toBeInstanceOf(ProtocolError)
    expect(String(cutOff)).toMatch(/list pods: the answer to a list ends in the middle/)
  })
})

describe('T-DEC: a watch over bytes', () => {
  const KINDS = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']
  const frameOf = (type: string) => {
    const object =
      type === 'ERROR' ? { kind: 'Status', code: 410 } : { metadata: { name: 'a', resourceVersion: '1' } }
    return `${JSON.stringify({ type, object })}\n`
  }
  async function eventsOf(text: string) {
    const headers = { 'content-type': 'application/json' }
    const events = []
    const { client } = clientAnswering([() => new Response(text, { headers })])
    for await (const batch of await client.watch(pods)) events.push(...batch)
    return events
  }

  test('T-DEC-1, T-DEC-2: an event of each type, and the end after the last', async () => {
    const events = await eventsOf(KINDS.map(frameOf).join(''))
    expect(events.map(({ type }) => type)).toEqual(KINDS)
    expect(events[0]?.object).toMatchObject({ kind: 'Pod', metadata: { name: 'a' } })
    expect(events[4]?.object).toMatchObject({ code: 410 })
  })

  test('T-DEC-3: an end before the first byte', async () => {
    expect(await eventsOf('')).toEqual([])
  })
})
