import { createFakeApiserver, type FakeApiserver } from '@kube-informer/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openCluster, trust } from '../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../tools/kubernetes/describe-real.ts'
import type { Cluster } from '../../tools/kubernetes/start.ts'
import { APPLY_CASES, DEFINITIONS, PATHS, type Step } from './apply-cases.ts'

interface Answer {
  readonly code: number
  readonly body: unknown
}
type Send = (request: Request) => Promise<Response>

/** The real or the fake server. */
interface Target {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly send: Send
}

function requestOf(
  { baseUrl, headers }: Target,
  path: string,
  { method, type, body }: Partial<Step>,
): Request {
  const content = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  const contentType = body === undefined ? {} : { 'content-type': type ?? 'application/json' }
  return new Request(baseUrl + path, {
    method: method ?? 'GET',
    headers: { ...headers, ...contentType },
    ...content,
  })
}

async function ask(target: Target, path: string, step: Partial<Step>): Promise<Answer> {
  const response = await target.send(requestOf(target, path, step))
  const content = await response.text()
  return { code: response.status, body: content.startsWith('{') ? JSON.parse(content) : content }
}

function pathOf({ method, kind, subresource, query }: Step, namespace: string): string {
  const collection = PATHS[kind][1].replace('{ns}', namespace)
  const item = method === 'POST' ? '' : `/it${subresource ? `/${subresource}` : ''}`
  return `${collection}${item}${query ? `?${query}` : ''}`
}

/** Fields that differ between two servers: generated values and times. */
const OWN = new Set(['uid', 'resourceVersion', 'creationTimestamp', 'clusterIP', 'clusterIPs', 'time'])

function comparable(value: unknown, name = ''): unknown {
  if (name === 'managedFields' && Array.isArray(value)) return value.map(entryOf).toSorted()
  if (name === 'causes' && Array.isArray(value)) return value.map(cause => JSON.stringify(cause)).toSorted()
  if (Array.isArray(value)) return value.map(item => comparable(item))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [
    key,
    OWN.has(key) ? '*' : comparable(member, key),
  ])
  return Object.fromEntries(members)
}

/** An entry of managedFields as text. Its members are sorted, because their order differs for custom resources. */
function entryOf(entry: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(entry).map(([key, value]) => [key, OWN.has(key) ? '*' : value] as const)
  return JSON.stringify(members.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function describeApply(): void {
  let cluster: Cluster
  let real: Target
  let fake: Target
  let count = 0
  const made: string[] = []

  beforeAll(async () => {
    const opened = await openCluster(() => {})
    if ('skip' in opened) throw new Error(opened.skip)
    cluster = opened
    trust(cluster)
    const headers = { authorization: `Bearer ${cluster.token}` }
    real = { baseUrl: cluster.url, headers, send: request => fetch(request) }
    const server: FakeApiserver = createFakeApiserver()
    fake = { baseUrl: 'http://fake', headers: {}, send: request => server.fetch(request) }
    for (const target of [real, fake]) await define(target)
  }, 180_000)
  afterAll(async () => {
    for (const path of made.toReversed()) await ask(real, path, { method: 'DELETE' })
    await cluster?.stop()
  })

  async function define(target: Target): Promise<void> {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    for (const body of DEFINITIONS) {
      await ask(target, definitions, { method: 'POST', body })
      made.push(`${definitions}/${body.metadata.name}`)
      const path = `/apis/c.example.com/v1/${body.spec.names.plural}`
      await vi.waitFor(async () => expect((await ask(target, path, {})).code).toBe(200), { timeout: 20_000 })
    }
  }

  async function run(target: Target, namespace: string, steps: readonly Step[]): Promise<readonly unknown[]> {
    await ask(target, '/api/v1/namespaces', { method: 'POST', body: { metadata: { name: namespace } } })
    made.push(`/api/v1/namespaces/${namespace}`)
    const answers: unknown[] = []
    for (const step of steps) answers.push(comparable(await ask(target, pathOf(step, namespace), step)))
    return answers
  }

  test.each(APPLY_CASES)('$title', async ({ steps }) => {
    const namespace = `apply-${process.pid}-${++count}`
    const theirs = await run(real, namespace, steps)
    const ours = await run(fake, namespace, steps)
    for (const [index, answer] of theirs.entries())
      expect({ request: steps[index], answer: ours[index] }).toEqual({ request: steps[index], answer })
  })
}

describeReal('server-side apply: the fake apiserver responds like a real kube-apiserver', describeApply)
