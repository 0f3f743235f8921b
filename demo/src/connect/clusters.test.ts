import { afterEach, expect, test, vi } from 'vitest'
import { defaultClusterId, findCluster, knownCluster, loadClusters } from './clusters.ts'
import { readPageOptions } from './page-options.ts'

afterEach(() => vi.unstubAllGlobals())

const PROD = { id: 'prod', name: 'prod', baseUrl: '/clusters/prod', kind: 'real', identity: 'a1' }

function answer(response: () => Response) {
  const fetch = vi.fn(async (_url: string) => response())
  vi.stubGlobal('fetch', fetch)
  return fetch
}

test('the clusters of the server come first, and the mock is always offered', async () => {
  const fetch = answer(() => Response.json([PROD]))
  expect(await loadClusters()).toMatchObject([PROD, { id: 'mock', kind: 'mock' }])
  expect(fetch.mock.calls).toEqual([['/clusters.json']])
})

test.each([
  ['has no such file', () => new Response('not found', { status: 404 })],
  [
    'answers every path with a page',
    () => new Response('<title>', { headers: { 'content-type': 'text/html' } }),
  ],
  ['sends no JSON', () => new Response('[', { headers: { 'content-type': 'application/json' } })],
  [
    'is gone',
    () => {
      throw new TypeError('Failed to fetch')
    },
  ],
])('a server that %s has the mock only', async (_title, response) => {
  answer(response)
  expect((await loadClusters()).map(({ id }) => id)).toEqual(['mock'])
})

test('the fake, the mock and a server of the URL are known without a request', async () => {
  const fetch = answer(() => Response.json([PROD]))
  const url = 'https://cluster.example'
  expect(await findCluster('fake', {})).toMatchObject({ baseUrl: '/fake', controls: '/fake/_fake' })
  expect(await findCluster('mock', {})).toMatchObject({ baseUrl: '/mock-apiserver' })
  expect(await findCluster('server', { server: url })).toMatchObject({ baseUrl: url, kind: 'real' })
  expect(knownCluster('prod', {})).toBeUndefined()
  expect(fetch).not.toHaveBeenCalled()
})

test('the list has all others, and /k8s works without a list', async () => {
  answer(() => Response.json([PROD]))
  expect(await findCluster('prod', {})).toEqual(PROD)
  expect(await findCluster('other', {})).toBeUndefined()
  expect(await findCluster('k8s', {})).toMatchObject({ baseUrl: '/k8s', kind: 'real' })
})

test.each([
  ['', 'fake'],
  ['?mock', 'mock'],
  ['?pods=5', 'mock'],
  ['?server=/fake', 'fake'],
  ['?server=/k8s&mock', 'k8s'],
  ['?server=https://cluster.example', 'server'],
])('the URL parameters %j choose the cluster %s', (search, id) => {
  expect(defaultClusterId(readPageOptions(search))).toBe(id)
})
