import {
  createListWatch,
  type List,
  readMetadata,
  readObject,
  SharedIndexInformer,
} from '@kube-informer/core'
import { configMaps, type Pod, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { linesOf, type RawEvent } from './lines.ts'
import { createPod, createPods, createWidget, podOf } from './objects.ts'
import { rejectionOf } from './rejection.ts'
import { type Cluster, rowsOf, type Target, widgets } from './target.ts'
import { WatchReader } from './watch-reader.ts'

const WITHIN = { timeout: 5_000 }
const STATE = {
  sendInitialEvents: true,
  resourceVersionMatch: 'NotOlderThan',
  allowWatchBookmarks: true,
} as const

/** Characters that the server's encoder escapes, and characters that it must not escape. */
const AWKWARD = 'a\u2028b\u2029c<d>e&f "g" \\h \u{1F600} \u0001 \n é'

/** Two-space indentation. */
const INDENTED = /^\{\n {2}"/
const COMPACT = /^\{"/

const textOf = async (response: Promise<Response>): Promise<string> => (await response).text()

/** The bytes between client and server. */
export function describeWire(target: Target): void {
  const row = rowsOf(target)

  describe('watches', () => {
    row('W01: the headers are sent before any event', async ({ client }) => {
      const controller = new AbortController()
      const { signal } = controller
      const query = {
        watch: 1,
        resourceVersion: '0',
        sendInitialEvents: false,
        resourceVersionMatch: 'NotOlderThan',
      }
      const response = await client.request('/api/v1/pods', { query, signal })
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      controller.abort()
    })

    row('W02: a watch is application/json, even if stream=watch was requested', async ({ client }) => {
      const controller = new AbortController()
      const { signal } = controller
      const headers = { accept: 'application/json;stream=watch' }
      const response = await client.request('/api/v1/pods', { query: { watch: 1 }, headers, signal })
      expect(response.headers.get('content-type')).toBe('application/json')
      controller.abort()
    })

    row(
      'W04: objects of events contain their kind; items of built-in lists do not, those of custom ones do',
      async cluster => {
        await createPods(cluster, 'a')
        await createWidget(cluster, 'b')
        const typeOf = ({ kind, apiVersion }: { kind?: string; apiVersion?: string } = {}) => [
          kind,
          apiVersion,
        ]
        const [event] = await (await WatchReader.open(cluster, pods, STATE)).takeSeen(1)
        expect(typeOf(event?.event.object as Pod)).toEqual(['Pod', 'v1'])
        const raw = async (path: string) => (await (await cluster.client.request(path)).json()) as List<Pod>
        const builtIn = await raw('/api/v1/pods')
        expect([builtIn.kind, typeOf(builtIn.items[0])]).toEqual(['PodList', [undefined, undefined]])
        const custom = await raw('/apis/protocol.example.com/v1/widgets')
        expect(typeOf(custom.items[0])).toEqual(['Widget', 'protocol.example.com/v1'])
        expect(custom.metadata.continue).toBe('')

        const listed = await cluster.client.list(pods)
        expect(typeOf(listed.items[0])).toEqual(['Pod', 'v1'])
      },
    )
  })

  describe('special characters', () => {
    row('W05: the same characters are escaped as by a real server', async cluster => {
      await createPod(cluster, 'a', { annotations: { text: AWKWARD } })
      const path = `/api/v1/namespaces/${await cluster.namespace()}/pods`
      const bodies = [await textOf(cluster.client.request(path)), await firstLineOf(cluster, path)]
      for (const body of bodies) {
        expect(body).toContain('a\\u2028b\\u2029c\\u003cd\\u003ee\\u0026f')
        expect(body).toContain('\u{1F600}')
      }
    })

    row('W05: special characters are decoded to objects and rows, from lists and watches', async cluster => {
      const namespace = await cluster.namespace()
      await createPod(cluster, 'a', { annotations: { text: AWKWARD, [`x/${'k'.repeat(60)}`]: AWKWARD } })
      const { signal } = new AbortController()
      const rowsIn = (encoding: 'json' | 'protobuf') =>
        createListWatch(cluster.client, pods, { namespace, form: 'row', encoding })
      const asRows = [rowsIn('json'), rowsIn('protobuf')]
      const asObjects = createListWatch(cluster.client, pods, { namespace })
      const [object] = (await asObjects.list({}, { signal })).items
      const texts = [object?.metadata.annotations?.text]
      for (const source of asRows) {
        const [row] = (await source.list({}, { signal })).items
        texts.push(
          row && readObject(row).metadata.annotations?.text,
          row && readMetadata(row).annotations?.text,
        )
      }
      for (const source of [...asRows, asObjects]) {
        const controller = new AbortController()
        for await (const [event] of await source.watch(STATE, { signal: controller.signal })) {
          if (event?.type !== 'ADDED') break
          const pod = 'body' in event.object ? readObject(event.object) : event.object
          texts.push(pod.metadata?.annotations?.text)
          break
        }
        controller.abort()
      }
      expect(texts).toEqual(new Array(8).fill(AWKWARD))
    })

    for (const encoding of ['json', 'protobuf'] as const)
      row(
        `W05: an informer caches large objects and their special characters unchanged, in ${encoding}`,
        async cluster => {
          const namespace = await cluster.namespace()
          const text = `${AWKWARD}${'x'.repeat(900_000)}${AWKWARD}`
          await cluster.client.create(configMaps, { metadata: { namespace, name: 'large' }, data: { text } })
          const informer = new SharedIndexInformer({
            listerWatcher: createListWatch(cluster.client, configMaps, { namespace, form: 'row', encoding }),
            clock: cluster.clock,
          })
          const controller = new AbortController()
          const running = informer.run(controller.signal)
          await cluster.elapse(10)
          await informer.synced(controller.signal)
          // The first list may come from a watch cache that is older than the object.
          const large = () => {
            const row = informer.indexer.getByKey(`${namespace}/large`)
            return row && readObject(row).data?.text
          }
          await expect.poll(large, WITHIN).toBe(text)
          controller.abort()
          await running
        },
      )

    row('W05: annotations have a size limit', async cluster => {
      const pod = podOf(await cluster.namespace(), 'a', { annotations: { text: 'x'.repeat(262_144) } })
      expect(await rejectionOf(cluster.client.create(pods, pod))).toMatchObject({
        code: 422,
        reason: 'Invalid',
        message: 'Pod "a" is invalid: metadata.annotations: Too long: may not be more than 262144 bytes',
      })
    })
  })

  describe('indentation', () => {
    row(
      'W06: responses are indented for browsers and curl, unless pretty is false',
      async ({ fetch }) => {
        const get = (agent: string, query = '') =>
          textOf(fetch(`/api/v1/pods${query}`, { headers: { 'user-agent': agent } }))
        for (const agent of ['Mozilla/5.0 (X11)', 'curl/8.5', 'Wget/1.21']) {
          expect(await get(agent)).toMatch(INDENTED)
          for (const off of ['?pretty=false', '?pretty=0']) expect(await get(agent, off)).toMatch(COMPACT)
        }
        expect(await get('node')).toMatch(COMPACT)
        expect(await get('node', '?pretty=1')).toMatch(INDENTED)
      },
      { needs: ['headers'] },
    )

    row('W06: the client always sets pretty to false', async ({ client }) => {
      const headers = { 'user-agent': 'Mozilla/5.0 (X11)' }
      for (const path of ['/api/v1/pods', '/api/v1/namespaces/default/configmaps', '/version'])
        expect(
          new URL((await client.request(path, { headers })).url || 'http://x?pretty=false').search,
        ).toContain('pretty=false')
      expect(await textOf(client.request('/api/v1/pods', { headers }))).toMatch(COMPACT)
    })

    row('W07: a parameter of the Accept header requests it', async ({ fetch }) => {
      const headers = { accept: 'application/json;pretty=1', 'user-agent': 'node' }
      expect(await textOf(fetch('/api/v1/pods', { headers }))).toMatch(INDENTED)
    })
  })

  describe('compression', () => {
    const wired = { needs: ['a wire'] } as const
    const encodingOf = async (cluster: Cluster, path: string, encoding: string): Promise<string | null> => {
      const response = await cluster.fetch(path, { headers: { 'accept-encoding': encoding } })
      await response.body?.cancel()
      return response.headers.get('content-encoding')
    }

    row(
      'W08, W09: large lists are compressed if exactly gzip is accepted',
      async cluster => {
        const path = `/api/v1/namespaces/${await cluster.namespace()}/pods?pretty=false`
        await createPod(cluster, 'small')
        expect(await encodingOf(cluster, path, 'gzip')).toBeNull()
        await createPod(cluster, 'large', { annotations: { text: 'x'.repeat(200_000) } })
        expect(await encodingOf(cluster, path, 'gzip')).toBe('gzip')
        expect(await encodingOf(cluster, path, 'gzip, deflate, br')).toBe('gzip')
        for (const other of ['gzip;q=1.0', 'GZIP', '*', 'identity'])
          expect(await encodingOf(cluster, path, other)).toBeNull()
        const list = await cluster.client.list(pods, { namespace: await cluster.namespace() })
        expect(list.items.map(({ metadata }) => metadata.name)).toEqual(['large', 'small'])
      },
      wired,
    )

    row(
      'W11: a streamed state is compressed if gzip is accepted, and each event can be read at once',
      async cluster => {
        await createPods(cluster, 'a', 'b')
        const path = `/api/v1/namespaces/${await cluster.namespace()}/pods?watch=1&allowWatchBookmarks=true`
        const controller = new AbortController()
        const init = { headers: { 'accept-encoding': 'gzip' }, signal: controller.signal }
        const response = await cluster.fetch(path, init)
        expect(response.headers.get('content-encoding')).toBe('gzip')
        const lines = linesOf<RawEvent>(response)
        const next = async () => (await lines.next()).value?.object.metadata?.name
        expect([await next(), await next(), await next()]).toEqual(['a', 'b', undefined])
        await createPods(cluster, 'c')
        expect(await next()).toBe('c')
        controller.abort()
        expect(await encodingOf(cluster, `${path}&timeoutSeconds=1`, 'identity')).toBeNull()
        expect(
          await encodingOf(cluster, `${path}&timeoutSeconds=1&resourceVersion=${await cluster.rv()}`, 'gzip'),
        ).toBeNull()
      },
      wired,
    )
  })

  describe('methods and types', () => {
    row('W18: HEAD is a 405 without a body everywhere', async cluster => {
      const { metadata } = await createPod(cluster, 'a')
      const item = `/api/v1/namespaces/${metadata.namespace}/pods/a`
      for (const path of ['/api/v1/pods', item, '/api/v1/pods?watch=1']) {
        const response = await cluster.fetch(path, { method: 'HEAD' })
        expect([response.status, response.headers.get('content-type')]).toEqual([405, 'application/json'])
        expect(await response.text()).toBe('')
      }
      expect(await rejectionOf(cluster.client.request(item, { method: 'HEAD' }))).toMatchObject({
        code: 405,
        reason: 'MethodNotAllowed',
      })
    })

    row('W21: lists are available as YAML, watches are not', async ({ client, fetch }) => {
      const asked = (accept: string, query = '') => fetch(`/api/v1/pods${query}`, { headers: { accept } })
      const list = await asked('application/yaml')
      expect([list.status, list.headers.get('content-type')]).toEqual([200, 'application/yaml'])
      await list.body?.cancel()
      for (const accept of ['application/yaml', 'application/yaml,application/json'])
        expect((await asked(accept, '?watch=1&timeoutSeconds=1')).status).toBe(406)
      const json = await asked('application/json,application/yaml', '?watch=1&timeoutSeconds=1')
      expect([json.status, json.headers.get('content-type')]).toEqual([200, 'application/json'])
      await json.body?.cancel()
      const refused = client.request('/api/v1/pods', {
        query: { watch: 1 },
        headers: { accept: 'application/yaml' },
      })
      expect(await rejectionOf(refused)).toMatchObject({ code: 406, reason: 'NotAcceptable' })
    })

    row('W22: a custom resource requested as protobuf or JSON is sent as JSON', async cluster => {
      await createWidget(cluster, 'a')
      const path = '/apis/protocol.example.com/v1/widgets'
      const headers = { accept: 'application/vnd.kubernetes.protobuf, application/json' }
      const response = await cluster.client.request(path, { headers })
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await response.json()).toMatchObject({ kind: 'WidgetList' })
      const only = await cluster.fetch(path, { headers: { accept: 'application/vnd.kubernetes.protobuf' } })
      expect(only.status).toBe(406)
    })

    row('W22: createListWatch lists and watches metadata only', async cluster => {
      const namespace = await cluster.namespace()
      await createWidget(cluster, 'a', { labels: { on: 'yes' }, nodeName: 'bar' })
      const source = createListWatch(cluster.client, widgets, { namespace, metadataOnly: true })
      const controller = new AbortController()
      const { signal } = controller
      const list = await source.list({}, { signal })
      expect(list.items).toHaveLength(1)
      expect(list.items[0]).toMatchObject({
        kind: 'PartialObjectMetadata',
        metadata: { name: 'a', labels: { on: 'yes' } },
      })
      expect(Object.keys(list.items[0] ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
      for await (const [event] of await source.watch(STATE, { signal })) {
        expect(event).toMatchObject({
          type: 'ADDED',
          object: { kind: 'PartialObjectMetadata', metadata: { name: 'a' } },
        })
        expect(Object.keys(event?.object ?? {}).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
        break
      }
      controller.abort()
    })
  })
}

async function firstLineOf({ client }: Cluster, path: string): Promise<string> {
  const controller = new AbortController()
  const response = await client.request(path, { query: { watch: 1 }, signal: controller.signal })
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) break
  }
  controller.abort()
  return text.split('\n')[0] ?? ''
}
