import { UsageError } from '@kube-informer/core'
import { configMaps, deployments, pods } from '@kube-informer/core/resources'
import { FakeClock } from '@kube-informer/testing'
import { describe, expect, test } from 'vitest'
import type { Endpoint, EndpointContext, Webhook, WebhookType } from './webhook.ts'
import { webhookHandler } from './webhook-handler.ts'
import { webhookPath } from './webhook-path.ts'

interface Settings {
  readonly type?: WebhookType
  readonly hasOwnPath?: boolean
  readonly endpoint?: Endpoint
  readonly onCompose?: (webhooks: readonly Webhook[]) => void
}

const webhook = (
  path: string,
  { type = 'mutating', hasOwnPath = false, endpoint, onCompose }: Settings = {},
) =>
  ({
    type,
    path,
    hasOwnPath,
    resource: undefined,
    operations: ['CREATE'],
    endpointOf(webhooks) {
      onCompose?.(webhooks)
      return endpoint ?? (async () => new Response(`answer of ${path}`))
    },
  }) satisfies Webhook

const post = (path: string, init: RequestInit = {}) =>
  new Request(`http://localhost${path}`, { method: 'POST', ...init })

describe('C-ADM-26: paths', () => {
  test('the path of a kind has its group with dashes, its version, and the kind in lower case', () => {
    expect(webhookPath('mutate', deployments)).toBe('/mutate-apps-v1-deployment')
    expect(webhookPath('mutate', pods)).toBe('/mutate--v1-pod')
    expect(webhookPath('validate', configMaps)).toBe('/validate--v1-configmap')
    expect(webhookPath('mutate', { ...pods, group: 'a.b.example.com', kind: 'Kind' })).toBe(
      '/mutate-a-b-example-com-v1-kind',
    )
  })

  test.each(['/', '/x', '/a/b-c/D_9', webhookPath('mutate', pods)])('%s is valid', path => {
    expect(() => webhookHandler([webhook(path, { hasOwnPath: true })])).not.toThrow()
  })

  test.each(['', 'x', '/a b', '/x/', '//', '/a//b', '/ü', '/a?b', '/a.b', '/%20', ' /x', '/x\n'])(
    '%j is not valid',
    path => {
      const register = () => webhookHandler([webhook(path, { hasOwnPath: true })])
      expect(register).toThrow(UsageError)
      expect(register).toThrow(`the path ${JSON.stringify(path)} of a webhook does not match`)
    },
  )

  test.each([
    [true, true],
    [true, false],
    [false, true],
  ])('a path that was chosen is not registered twice (%s, %s)', (first, second) => {
    const register = () =>
      webhookHandler([webhook('/x', { hasOwnPath: first }), webhook('/x', { hasOwnPath: second })])
    expect(register).toThrow(
      new UsageError('the path /x is registered twice: a path that you choose belongs to one webhook'),
    )
  })

  test('a path does not belong to two types', () => {
    expect(() => webhookHandler([webhook('/x'), webhook('/x', { type: 'validating' })])).toThrow(
      new UsageError('the path /x belongs to a mutating and a validating webhook'),
    )
  })
})

describe('routing', () => {
  test('webhooks of one path are composed in their order', async () => {
    const composed: (readonly Webhook[])[] = []
    const onCompose = (webhooks: readonly Webhook[]) => composed.push(webhooks)
    const [a, b, c] = [
      webhook('/x', { onCompose }),
      webhook('/y', { onCompose }),
      webhook('/x', { onCompose }),
    ]
    const handle = webhookHandler([a, b, c])
    expect(composed).toEqual([[a, c], [b]])
    expect(await (await handle(post('/x?timeout=10s'))).text()).toBe('answer of /x')
    expect(await (await handle(post('/y'))).text()).toBe('answer of /y')
  })

  test.each(['/', '/X', '/x/', '/xx', '/constructor', '/__proto__'])('%s is not found', async path => {
    const response = await webhookHandler([webhook('/x')])(post(path))
    expect([response.status, await response.text()]).toEqual([404, 'not found\n'])
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain/)
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s is not allowed', async method => {
    const response = await webhookHandler([webhook('/x')])(post('/x', { method }))
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST'])
    expect(await response.text()).toBe('method not allowed\n')
  })

  test('further arguments, which Workers pass, have no effect', async () => {
    const handle: (...args: unknown[]) => Promise<Response> = webhookHandler([webhook('/x')]) as never
    expect((await handle(post('/x'), {}, { waitUntil() {} })).status).toBe(200)
  })
})

describe('what an endpoint receives', () => {
  async function contextOf(request: Request, options = {}): Promise<EndpointContext> {
    let seen: EndpointContext | undefined
    const endpoint: Endpoint = async (_, context) => {
      seen = context
      return new Response()
    }
    await webhookHandler([webhook('/x', { endpoint })], options)(request)
    if (!seen) throw new Error('the endpoint was not called')
    return seen
  }

  test('the path and the defaults', async () => {
    const context = await contextOf(post('/x?timeout=5s'))
    expect(context).toMatchObject({
      path: '/x',
      maxBytes: 7_340_032,
      recoverPanics: true,
      contextOf: undefined,
    })
  })

  test('the signal of a request that aborts', async () => {
    const caller = new AbortController()
    let aborted: unknown
    const endpoint: Endpoint = async (_, { signal }) => {
      caller.abort(new Error('gone'))
      aborted = signal.aborted
      return new Response()
    }
    await webhookHandler([webhook('/x', { endpoint })])(post('/x', { signal: caller.signal }))
    expect(aborted).toBe(true)
  })

  test('no timer is left once it has answered or rejected', async () => {
    const clock = new FakeClock()
    await contextOf(post('/x'), { clock })
    const endpoint = () => Promise.reject(new Error('no answer'))
    const handle = webhookHandler([webhook('/x', { endpoint })], { clock })
    await expect(handle(post('/x'))).rejects.toThrow('no answer')
    expect(clock.pendingTimers).toBe(0)
  })
})

test('metrics have the status code of each request, and 500 for an endpoint that rejects', async () => {
  const events: string[] = []
  const metrics = {
    requestStarted(path: string) {
      events.push(`${path} starts`)
      return (code: number) => events.push(`${path} ends with ${code}`)
    },
    panicked() {},
  }
  const answers = [
    async () => new Response('', { status: 400 }),
    () => Promise.reject(new Error('no answer')),
  ]
  const endpoint: Endpoint = () => answers.shift()?.() ?? Promise.reject(new Error('one too many'))
  const handle = webhookHandler([webhook('/x', { endpoint })], { metrics })
  await handle(post('/x'))
  await expect(handle(post('/x'))).rejects.toThrow('no answer')
  await handle(post('/unknown'))
  expect(events).toEqual(['/x starts', '/x ends with 400', '/x starts', '/x ends with 500'])
})
