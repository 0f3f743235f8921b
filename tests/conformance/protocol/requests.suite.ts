import { isInvalid, type ListOptions, StatusError, type WatchOptions } from '@kube-informer/core'
import { deployments, namespaces, pods } from '@kube-informer/testing'
import { describe, expect } from 'vitest'
import { createPod, createPods } from './objects.ts'
import {
  badRequest,
  getCollection,
  invalidOptions,
  type RawQuery,
  rejectionOf,
  type Violation,
} from './rejection.ts'
import { rowsOf, type Target } from './target.ts'
import { continueToken } from './tokens.ts'
import { textsOf, WatchReader } from './watch-reader.ts'

const MATCH = 'resourceVersionMatch'

const RULES = {
  a: ['Forbidden', MATCH, 'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided'],
  b: ['Forbidden', MATCH, 'Forbidden: resourceVersionMatch is forbidden when continue is provided'],
  d: ['Forbidden', MATCH, 'Forbidden: resourceVersionMatch "exact" is forbidden for resourceVersion "0"'],
  e: ['Forbidden', 'sendInitialEvents', 'Forbidden: sendInitialEvents is forbidden for list'],
  f: [
    'Forbidden',
    MATCH,
    'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan',
  ],
  h: [
    'Forbidden',
    MATCH,
    'Forbidden: resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
  ],
  i: ['NotSupported', MATCH, 'Unsupported value: "Exact": supported values: "NotOlderThan"'],
} as const
const unsupportedMatch = (match: string) =>
  [
    'NotSupported',
    MATCH,
    `Unsupported value: "${match}": supported values: "Exact", "NotOlderThan", ""`,
  ] as const

const V1 = 'meta.k8s.io/v1'
const notValid = (why: string) => `invalid continue token: continue key is not valid: ${why}`

/** Requests that a server rejects before it reads any object, and requests that it accepts. */
export function describeRequests(target: Target): void {
  const row = rowsOf(target)
  const alone = { needs: ['the cluster to itself'] } as const

  describe('options that contradict each other', () => {
    const lists: readonly (readonly [string, RawQuery, ...Violation[]])[] = [
      ['V02: a match without a resourceVersion', { [MATCH]: 'NotOlderThan' }, RULES.a],
      [
        'V03: a match with continue',
        { [MATCH]: 'NotOlderThan', resourceVersion: '1', continue: 'x' },
        RULES.b,
      ],
      ['V04: an unknown match', { [MATCH]: 'foo', resourceVersion: '1' }, unsupportedMatch('foo')],
      ['V05: a match in lower case', { [MATCH]: 'exact', resourceVersion: '1' }, unsupportedMatch('exact')],
      ['V06: Exact with resourceVersion 0', { [MATCH]: 'Exact', resourceVersion: '0' }, RULES.d],
      ['V08: a list with sendInitialEvents=true', { sendInitialEvents: true }, RULES.e],
      ['V09: a list with sendInitialEvents=false', { sendInitialEvents: false }, RULES.e],
      ['V18: two violations, in their order', { [MATCH]: 'foo' }, RULES.a, unsupportedMatch('foo')],
    ]
    for (const [title, query, ...violations] of lists)
      row(title, async ({ client }) => {
        const list = client.list(pods, query as ListOptions)
        expect(await rejectionOf(list)).toEqual(invalidOptions(...violations))
        expect(await list.catch(isInvalid)).toBe(true)
      })

    const watches: readonly (readonly [string, RawQuery, ...Violation[]])[] = [
      ['V10: sendInitialEvents=true without a match', { sendInitialEvents: true }, RULES.f],
      ['V11: sendInitialEvents=false without a match', { sendInitialEvents: false }, RULES.f],
      [
        'V12: initial events with the match Exact',
        { sendInitialEvents: true, [MATCH]: 'Exact' },
        RULES.f,
        RULES.i,
      ],
      ['V13: a match without sendInitialEvents', { [MATCH]: 'NotOlderThan', resourceVersion: '1' }, RULES.h],
      ['V16: continue, which the default match does not allow', { continue: 'x' }, RULES.b],
    ]
    for (const [title, query, ...violations] of watches)
      row(title, async ({ client }) => {
        const watch = client.watch(pods, query as WatchOptions)
        expect(await rejectionOf(watch)).toEqual(invalidOptions(...violations))
      })
  })

  describe('options that are valid together', () => {
    row(
      'V07: NotOlderThan with resourceVersion 0',
      async ({ client }) => {
        expect((await client.list(pods, { resourceVersion: '0', [MATCH]: 'NotOlderThan' })).items).toEqual([])
      },
      alone,
    )

    row('V15: initial events without bookmarks have no end marker', async cluster => {
      await createPods(cluster, 'a')
      const options = { sendInitialEvents: true, [MATCH]: 'NotOlderThan' } as const
      const watch = await WatchReader.open(cluster, pods, {
        ...options,
        namespace: await cluster.namespace(),
      })
      await createPods(cluster, 'b')
      expect(textsOf(await watch.upTo('A b'))).toEqual(['A a', 'A b'])
    })

    row('V17: a watch from a resourceVersion ignores continue', async cluster => {
      const [first] = await createPods(cluster, 'a')
      const query = { continue: 'x', resourceVersion: first?.metadata.resourceVersion } as WatchOptions
      const watch = await WatchReader.open(cluster, pods, { ...query, namespace: await cluster.namespace() })
      await createPods(cluster, 'b')
      expect(await watch.take(1)).toEqual(['A b'])
    })

    row(
      'V24: a negative limit is ignored',
      async cluster => {
        await createPods(cluster, 'a', 'b')
        const { items, metadata } = await cluster.client.list(pods, { limit: -5 })
        expect([items.length, metadata.continue]).toEqual([2, undefined])
      },
      alone,
    )

    row('V26: watch=0 and watch=false, in any case, are lists', async ({ client }) => {
      for (const watch of ['0', 'false', 'FALSE'])
        expect(await getCollection(client, pods, { watch })).toMatchObject({ kind: 'PodList' })
    })

    row('V27: the first value of a repeated parameter is used', async ({ fetch }) => {
      const response = await fetch('/api/v1/pods?watch=false&watch=true&pretty=false')
      expect(await response.json()).toMatchObject({ kind: 'PodList' })
      const watching = await fetch('/api/v1/pods?watch=true&watch=false&resourceVersion=0&timeoutSeconds=-1')
      expect(await watching.text()).not.toContain('PodList')
    })

    row(
      'V38: unknown parameters are ignored',
      async ({ client }) => {
        expect(await getCollection(client, pods, { foo: 'bar' })).toMatchObject({
          kind: 'PodList',
          items: [],
        })
      },
      alone,
    )

    row('V39: on the path of one object watch is ignored', async cluster => {
      const { metadata } = await createPod(cluster, 'foo')
      const path = `/api/v1/namespaces/${metadata.namespace}/pods/foo`
      const response = await cluster.client.request(path, { query: { watch: 1 } })
      expect(await response.json()).toMatchObject({ kind: 'Pod', metadata: { uid: metadata.uid } })
    })
  })

  describe('invalid values', () => {
    const parse = (value: string, why = 'invalid syntax') => `strconv.ParseInt: parsing "${value}": ${why}`
    const unparsable = (value: string) =>
      `resourceVersion: Invalid value: "${value}": strconv.ParseUint: parsing "${value}": invalid syntax`

    const lists: readonly (readonly [string, RawQuery, string])[] = [
      [
        'V19: a resourceVersion that is not a number',
        { resourceVersion: 'abc' },
        `invalid resource version: ${unparsable('abc')}`,
      ],
      [
        'V20: a negative resourceVersion',
        { resourceVersion: '-1' },
        `invalid resource version: ${unparsable('-1')}`,
      ],
      ['V22: a limit that is not a number', { limit: 'abc' }, parse('abc')],
      [
        'V22: a limit that exceeds 64 bits',
        { limit: '9223372036854775808' },
        parse('9223372036854775808', 'value out of range'),
      ],
      [
        'V28: a token in another alphabet',
        { continue: '!!!' },
        notValid('illegal base64 data at input byte 0'),
      ],
      [
        'V28: a padded token',
        { continue: `${continueToken({ rv: 1, start: 'abc' })}=` },
        'illegal base64 data',
      ],
      [
        'V29: a token of another version',
        { continue: continueToken({ v: 'v1', rv: 1, start: 'a' }) },
        notValid('server does not recognize this encoded version v1'),
      ],
      [
        'V30: a token without a revision',
        { continue: continueToken({ rv: 0, start: 'a' }) },
        notValid(`incorrect encoded start resourceVersion (version ${V1})`),
      ],
      [
        'V31: a token without a start',
        { continue: continueToken({ rv: 1, start: '' }) },
        notValid(`encoded start key empty (version ${V1})`),
      ],
      [
        'V32: a start with the segment ..',
        { continue: continueToken({ rv: 1, start: '../x' }) },
        notValid('../x'),
      ],
      [
        'V32: a start with the segment .',
        { continue: continueToken({ rv: 1, start: './x' }) },
        notValid('./x'),
      ],
      [
        'V32: a start with .. inside its path',
        { continue: continueToken({ rv: 1, start: 'a/../..' }) },
        notValid('a/../..'),
      ],
    ]
    for (const [title, query, message] of lists)
      row(title, async ({ client }) => {
        const refused = await rejectionOf(client.list(pods, query as ListOptions))
        expect(refused).toEqual(badRequest(expect.stringContaining(message)))
      })

    row(
      'V21: a get and a watch at a resourceVersion that is not a number are 500s without a reason',
      async cluster => {
        const { metadata } = await createPod(cluster, 'foo')
        const path = `/api/v1/namespaces/${metadata.namespace}/pods/foo`
        const query = { resourceVersion: 'abc' }
        const get = await rejectionOf(cluster.client.request(path, { query }))
        const watch = await rejectionOf(cluster.client.watch(pods, query))
        for (const refused of [get, watch]) {
          expect(refused).toMatchObject({ code: 500, message: unparsable('abc') })
          expect(Object.keys(refused)).not.toEqual(expect.arrayContaining(['reason']))
          expect(refused.details).toBeUndefined()
        }
      },
    )

    row('V23: a timeout that is not a number', async ({ client }) => {
      const watch = client.request('/api/v1/pods', { query: { watch: 1, timeoutSeconds: 'abc' } })
      expect(await rejectionOf(watch)).toEqual(badRequest(parse('abc')))
    })

    row('V33: a resourceVersion with continue', async cluster => {
      await createPods(cluster, 'a', 'b')
      const token = (await cluster.client.list(pods, { limit: 1 })).metadata.continue
      const list = cluster.client.list(pods, { continue: token, resourceVersion: '5' })
      expect(await rejectionOf(list)).toEqual(
        badRequest('specifying resource version is not allowed when using continue'),
      )
    })

    row(
      'V34: resourceVersion 0 with continue',
      async cluster => {
        await createPods(cluster, 'a', 'b')
        const token = (await cluster.client.list(pods, { limit: 1 })).metadata.continue
        const { items } = await cluster.client.list(pods, { continue: token, resourceVersion: '0' })
        expect(items.map(({ metadata }) => metadata.name)).toEqual(['b'])
      },
      alone,
    )
  })

  describe('invalid selectors', () => {
    const selectors: readonly (readonly [string, RawQuery, string])[] = [
      [
        'V35: a set without values',
        { labelSelector: 'a in (' },
        "unable to parse requirement: found '', expected: ',', ')' or identifier",
      ],
      [
        'V35: an operator without a key',
        { labelSelector: '=x' },
        "found '=', expected: !, identifier, or 'end of string'",
      ],
      ['V35: nothing between commas', { labelSelector: 'a,,b' }, "found ',', expected: identifier after ','"],
      ['V35: two values', { labelSelector: 'a=b=c' }, "found '=', expected: ',' or 'end of string'"],
      [
        'V36: a field without an operator',
        { fieldSelector: 'foo' },
        "invalid selector: 'foo'; can't understand 'foo'",
      ],
      [
        'V37: a field that Pods do not support',
        { fieldSelector: 'spec.unknown=1' },
        'field label not supported: spec.unknown',
      ],
    ]
    for (const [title, query, message] of selectors)
      row(title, async ({ client }) => {
        const rejection = badRequest(expect.stringContaining(message))
        expect(await rejectionOf(client.list(pods, query))).toEqual(rejection)
        expect(await rejectionOf(client.watch(pods, query))).toEqual(rejection)
      })

    row(
      'V37: the error of a kind that supports names only lists the supported fields',
      async ({ client }) => {
        const list = client.list(deployments, { fieldSelector: 'spec.unknown=1' })
        expect(await rejectionOf(list)).toEqual(
          badRequest(
            '"spec.unknown" is not a known field selector: only "metadata.name", "metadata.namespace"',
          ),
        )
      },
    )
  })

  describe('unknown paths and methods', () => {
    row('V41: an unknown resource or version of a built-in group is a Status', async ({ client }) => {
      for (const path of ['/api/v1/nosuch', '/apis/apps/v9/x', '/api/v2/x', '/apis/apps/v1/nosuch'])
        expect(await rejectionOf(client.request(path))).toEqual({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'the server could not find the requested resource',
          reason: 'NotFound',
          details: {},
          code: 404,
        })
    })

    row(
      'V41: an unknown group, and anything unknown of a custom group, is plain text',
      async ({ client, fetch }) => {
        for (const path of ['/apis/no.example.com/v1/nosuch', '/apis/protocol.example.com/v1/nosuch']) {
          const response = await fetch(path)
          expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
          expect(await response.text()).toBe('404 page not found\n')
          expect(await rejectionOf(client.request(path))).toMatchObject({ code: 404, reason: 'NotFound' })
        }
      },
    )

    const methods = [
      ['V42: PATCH of a collection', 'PATCH', ''],
      ['V42: PUT of a collection', 'PUT', ''],
      ['V42: POST of one object', 'POST', '/foo'],
      ['V43: POST of one object, as a watch', 'POST', '/foo?watch=true'],
    ] as const
    for (const [title, method, end] of methods)
      row(title, async cluster => {
        const path = `/api/v1/namespaces/${await cluster.namespace()}/pods${end}`
        const headers = {
          'content-type': method === 'PATCH' ? 'application/merge-patch+json' : 'application/json',
        }
        const response = await cluster.fetch(path, { method, headers, body: '{}' })
        expect(await response.json()).toEqual({
          kind: 'Status',
          apiVersion: 'v1',
          metadata: {},
          status: 'Failure',
          message: 'the server does not allow this method on the requested resource',
          reason: 'MethodNotAllowed',
          details: {},
          code: 405,
        })
        expect(response.headers.get('allow')).toBeNull()
      })

    row('V43: POST of a collection, as a watch, creates', async ({ client }) => {
      const name = `v43-${Date.now()}`
      const request = { method: 'POST', query: { watch: true }, body: JSON.stringify({ metadata: { name } }) }
      const response = await client.request('/api/v1/namespaces', {
        ...request,
        headers: { 'content-type': 'application/json' },
      })
      expect(response.status).toBe(201)
      await client.delete(namespaces, { name })
    })

    row('V43: a rejection is a StatusError that names the request', async ({ client }) => {
      const error = await client
        .get(pods, { namespace: 'default', name: 'none' })
        .catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StatusError)
      expect(String(error)).toContain('pods "none" not found')
    })
  })
}
