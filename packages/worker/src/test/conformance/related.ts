import { isForbidden, isNotFound, type KubernetesObject } from '@kube-informer/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import type { RelatedNode, RelatedOptions, RelatedRoot, RelatedState } from '../../api/related.ts'
import { BASE_URL, type informers, pod, type ServerControl, TOKEN } from '../informers.ts'
import type { Open, Opened } from './opened.ts'
import { becomes, reaches } from './settled.ts'

const WEB: RelatedRoot<typeof informers> = { resource: 'deployments', object: 'default/web' }
const RESOURCES = ['replicasets', 'pods'] as const

/** An object of namespace default that another one owns. */
const owned = (object: KubernetesObject, by: KubernetesObject): KubernetesObject => ({
  ...object,
  metadata: {
    ...object.metadata,
    ownerReferences: [
      {
        apiVersion: by.apiVersion ?? '',
        kind: by.kind ?? '',
        name: by.metadata?.name ?? '',
        uid: by.metadata?.uid ?? '',
        controller: true,
      },
    ],
  },
})

const labels = { app: 'web' }
const replicaSet = (name: string): KubernetesObject & Record<string, unknown> => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { namespace: 'default', name },
  spec: {
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'app' }] } },
  },
})

const event = (
  name: string,
  { kind, metadata }: KubernetesObject,
): KubernetesObject & Record<string, unknown> => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { namespace: 'default', name },
  involvedObject: { kind, namespace: 'default', name: metadata?.name, uid: metadata?.uid },
  lastTimestamp: '2026-01-01T00:00:00Z',
})

/** `web(web-1(x,y))` */
function textOf(node: Pick<RelatedNode, 'object' | 'children' | 'events'> | undefined): string {
  if (!node) return 'none'
  const below = [...node.children.map(textOf), ...node.events.map(({ metadata }) => `!${metadata?.name}`)]
  return `${node.object.metadata?.name}${below.length > 0 ? `(${below.join(',')})` : ''}`
}

/** Trees of related objects. */
export function describeRelated(name: string, open: Open): void {
  describe(`${name}: related objects`, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    let opened: Opened
    let stops: (() => void)[]

    beforeEach(async () => {
      const identity = `user-${crypto.randomUUID()}`
      opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity })
      connection = opened.connection
      server = opened.server
      stops = []
    })
    afterEach(() => {
      for (const stop of stops) stop()
      connection.close()
      opened.end?.()
    })

    type State = RelatedState<RelatedNode>

    /** Resolves when the state of a tree matches; the tree stays subscribed. */
    function shows(
      done: (state: State) => boolean,
      options: RelatedOptions<typeof informers> = { resources: RESOURCES },
      root = WEB,
    ): Promise<State> {
      const tree = connection.observeRelated(root, options)
      return new Promise(resolve => {
        const check = () => {
          const state = tree.getState() as unknown as State
          if (done(state)) resolve(state)
        }
        stops.push(tree.subscribe(check))
        check()
      })
    }
    const showsText = (text: string, options?: RelatedOptions<typeof informers>, root = WEB) =>
      shows(({ root: shown }) => textOf(shown) === text, options, root)

    async function createTree(): Promise<{
      readonly set: KubernetesObject
      readonly first: KubernetesObject
    }> {
      const at = { namespace: 'default' }
      const web = await connection.client.get('deployments', { ...at, name: 'web' })
      await server.put(owned(replicaSet('web-1'), { ...web, apiVersion: 'apps/v1', kind: 'Deployment' }))
      const set = await connection.client.get('replicasets', { ...at, name: 'web-1' })
      const ofSet = { ...set, apiVersion: 'apps/v1', kind: 'ReplicaSet' }
      for (const each of ['x', 'y']) await server.put(owned(pod(`default/${each}`), ofSet))
      const first = await connection.client.get('pods', { ...at, name: 'x' })
      await server.put(event('x.1', { ...first, kind: 'Pod' }))
      return { set: ofSet, first }
    }

    it('shows what an object owns, and follows it', async () => {
      const { set, first } = await createTree()
      const before = await showsText('web(web-1(x(!x.1),y))')
      expect(before.root).toMatchObject({ resource: 'deployments', total: 1, eventTotal: 0 })
      expect(before.root?.children[0]).toMatchObject({ resource: 'replicasets', total: 2 })
      expect(before.status).toEqual({ data: 'complete', link: expect.any(String), failures: [] })
      await server.put(owned(pod('default/z'), set))
      const after = await showsText('web(web-1(x(!x.1),y,z))')
      const podOf = (state: State, index: number) => state.root?.children[0]?.children[index]
      expect(podOf(after, 0)).toBe(podOf(before, 0))
      await server.remove(first)
      await showsText('web(web-1(y,z))')
    })

    it('shares its objects with slices, and its observer with equal requests', async () => {
      await createTree()
      const { root } = await showsText('web(web-1(x(!x.1),y))')
      const slice = { target: { type: 'key', key: 'default/y' } } as const
      const { data } = await reaches(
        connection,
        { resource: 'pods', slice },
        state => state.data.length === 1,
      )
      expect(root?.children[0]?.children[1]?.object).toBe(data[0])
      const observe = () => connection.observeRelated(WEB, { resources: RESOURCES })
      expect(observe()).toBe(observe())
    })

    it('takes an object as its root, ends at its depth, and counts beyond its limit', async () => {
      await createTree()
      const web = await connection.client.get('deployments', { namespace: 'default', name: 'web' })
      const root = { ...web, apiVersion: 'apps/v1', kind: 'Deployment' }
      await showsText('web(web-1)', { resources: RESOURCES, depth: 1, events: false }, root)
      const limited = await showsText(
        'web(web-1(x))',
        { resources: RESOURCES, limit: 1, events: false },
        root,
      )
      expect(limited.root?.children[0]?.total).toBe(2)
    })

    it('requests the namespace of the object only', async () => {
      await server.denyAll()
      await createTree()
      await showsText('web(web-1(x(!x.1),y))')
      expect(connection.status.state).toBe('ready')
    })

    it('names a kind that cannot be read, and shows the others', async () => {
      await createTree()
      await server.rejectPods(403)
      const { root, status } = await shows(
        ({ status: { data, failures } }) => data === 'complete' && failures.length === 2,
        {},
      )
      expect(textOf(root)).toBe('web(web-1)')
      expect(status).toMatchObject({
        data: 'complete',
        failures: [{ resource: 'pods' }, { resource: 'nowhere' }],
      })
      const [ofPods, ofNowhere] = status.failures
      expect([isForbidden(ofPods?.error), isNotFound(ofNowhere?.error)]).toEqual([true, true])
      await server.allowPods()
      connection.reconnect()
      await showsText('web(web-1(x(!x.1),y))', {})
    })

    it('reports a request that is not valid, and a root that does not exist', async () => {
      const fails = async (options: object, root: RelatedRoot<typeof informers> = WEB) =>
        (await shows(({ status }) => status.error !== undefined, options, root)).status.error?.message
      expect(await fails({ depth: -1 })).toBe('depth is an integer from 0 to 32, not -1')
      expect(await fails({ limit: 1e9 })).toMatch(/^limit is an integer from 0 to 1000/)
      expect(await fails({ resources: ['podz'] })).toMatch(
        /there is no resource "podz"; the definition has: pods/,
      )
      expect(await fails({}, { kind: 'Widget', apiVersion: 'v1' })).toMatch(/has kind "Widget"/)
      expect(await fails({}, { resource: 'deployments', object: 'web' })).toEqual(
        expect.stringContaining('got the namespace undefined and the name "web"'),
      )
      const none = { ...WEB, object: 'default/none' } as RelatedRoot<typeof informers>
      const { root, status } = await shows(
        ({ status: { data } }) => data === 'complete',
        { resources: RESOURCES },
        none,
      )
      expect([root, status.error]).toEqual([undefined, undefined])
    })

    it('keeps the tree until the next host has its own', async context => {
      if (!opened.kill) return context.skip()
      const { set } = await createTree()
      const before = await showsText('web(web-1(x(!x.1),y))')
      const tree = connection.observeRelated(WEB, { resources: RESOURCES })
      const texts: string[] = []
      stops.push(tree.subscribe(() => texts.push(textOf((tree.getState() as unknown as State).root))))
      opened.kill()
      await server.put(owned(pod('default/z'), set))
      await becomes(connection, ({ restarts }) => restarts > 0)
      const after = await showsText('web(web-1(x(!x.1),y,z))')
      expect(texts.filter(text => !text.startsWith('web(web-1(x(!x.1),y'))).toEqual([])
      const podOf = (state: State) => state.root?.children[0]?.children[0]
      expect(podOf(after)).toBe(podOf(before))
    })
  })
}
