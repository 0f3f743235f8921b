import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '../../api/connection.ts'
import type { SliceFilter, Subscription } from '../../api/subscription.ts'
import { BASE_URL, type informers, pod, type ServerControl, TOKEN } from '../informers.ts'
import type { Open, Opened } from './opened.ts'
import { reaches } from './settled.ts'

/** Filters, and the names of the Pods that they accept. */
const FILTERS: readonly (readonly [SliceFilter, readonly string[]])[] = [
  [{ where: { path: 'spec.nodeName', eq: 'n2' } }, ['dns', 'proxy']],
  [{ where: { not: { path: 'spec.nodeName', in: ['n2'] } } }, ['a', 'b', 'c', 'd']],
  [{ where: { path: 'spec.containers[*].image', prefix: 'app' }, text: 'dns' }, ['dns']],
  [{ where: { path: 'spec.containers[?(@.name=="none")].image', exists: true } }, []],
  [{ where: { path: 'metadata.name', matches: '^(a|[b-c]|pro.*)$' } }, ['a', 'b', 'c', 'proxy']],
  [{ where: { path: 'metadata.creationTimestamp', lt: '1999-01-01T00:00:00Z', as: 'time' } }, []],
  [
    {
      where: {
        and: [
          { path: 'metadata.namespace', eq: 'kube-system' },
          {
            or: [
              { path: 'status.phase', eq: 'Pending' },
              { path: 'metadata.name', eq: 'a' },
            ],
          },
        ],
      },
    },
    ['dns'],
  ],
  [{ text: 'PEND n2', textIn: ['status.phase', 'spec.nodeName'] }, ['dns']],
  [{ predicate: { name: 'onNode', args: { node: 'n2' } } }, ['dns', 'proxy']],
  [{ predicate: { name: 'onNode', args: { node: 'n1' } }, where: { path: 'metadata.name', eq: 'a' } }, ['a']],
]

/** Filters by expressions, by texts at paths and by predicates with arguments. */
export function describeQueries(name: string, open: Open): void {
  describe(`${name}: queries`, () => {
    let connection: Connection<typeof informers>
    let server: ServerControl
    let opened: Opened
    beforeEach(async () => {
      const identity = `user-${crypto.randomUUID()}`
      opened = await open({ baseUrl: BASE_URL, getToken: () => TOKEN, identity })
      connection = opened.connection
      server = opened.server
    })
    afterEach(() => {
      connection.close()
      opened.end?.()
    })

    /** The names of the Pods that a filter accepts. */
    const found = async (filter: SliceFilter) => {
      const subscription: Subscription = { resource: 'pods', slice: { filter } }
      const state = await reaches(connection, subscription, ({ status }) => status.data === 'complete')
      return state.data.map(({ metadata }) => metadata.name)
    }

    it('shows the rows that a filter accepts', async () => {
      for (const [filter, accepted] of FILTERS)
        expect(await found(filter), JSON.stringify(filter)).toEqual(accepted)
    })

    it('follows changes of the values', async () => {
      const where = { path: 'status.phase', in: ['Failed', 'Unknown'] } as const
      const subscription = { resource: 'pods', slice: { filter: { where } } } as const
      const follow = (total: number) => reaches(connection, subscription, state => state.total === total)
      const stop = connection.subscribe(subscription, () => {})
      await server.put(pod('default/a', { phase: 'Failed' }))
      expect((await follow(1)).data[0]?.metadata.name).toBe('a')
      await server.put(pod('default/a'))
      expect((await follow(0)).data).toEqual([])
      stop()
    })

    it.each<[string, SliceFilter, string]>([
      [
        'path',
        { where: { and: [{ path: 'a[?(@.b=c)]', eq: 1 }] } },
        'filter.where.and[0].path: == or != is expected at character 8',
      ],
      ['expression', { where: { path: 'a' } as never }, 'filter.where: exactly one of'],
      [
        'pattern',
        { where: { path: 'a', matches: '(a)\\1' } },
        'filter.where.matches: invalid escape sequence',
      ],
      [
        'argument',
        { predicate: { name: 'onNode', args: { node: new Map() as never } } },
        'filter.predicate.args.node: plain data',
      ],
    ])(
      'reports an invalid %s as an error of the slice; other slices keep working',
      async (_, filter, message) => {
        const subscription: Subscription = { resource: 'pods', slice: { filter } }
        const state = await reaches(connection, subscription, ({ status }) => status.error !== undefined)
        expect(state.status.error?.message).toContain(message)
        expect(await found({ text: 'default/a' })).toEqual(['a'])
      },
    )
  })
}
