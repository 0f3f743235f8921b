import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { APPLY_CASES, DEFINITIONS, PATHS, type Step } from './apply-cases.ts'
import { ask, type BothServers, comparable, openBothServers, type Target } from './both-servers.ts'

function pathOf({ method, kind, subresource, query }: Step, namespace: string): string {
  const collection = PATHS[kind][1].replace('{ns}', namespace)
  const item = method === 'POST' ? '' : `/it${subresource ? `/${subresource}` : ''}`
  return `${collection}${item}${query ? `?${query}` : ''}`
}

function describeApply(): void {
  let servers: BothServers
  let count = 0
  const made: string[] = []

  beforeAll(async () => {
    servers = await openBothServers()
    for (const target of [servers.real, servers.fake]) await define(target)
  }, 180_000)
  afterAll(async () => {
    if (!servers) return
    for (const path of made.toReversed()) await ask(servers.real, path, { method: 'DELETE' })
    await servers.cluster.stop()
  })

  async function define(target: Target): Promise<void> {
    const definitions = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    for (const body of DEFINITIONS) {
      await ask(target, definitions, { method: 'POST', body })
      made.push(`${definitions}/${body.metadata.name}`)
      const path = `/apis/c.example.com/v1/${body.spec.names.plural}`
      await vi.waitFor(async () => expect((await ask(target, path)).code).toBe(200), { timeout: 20_000 })
    }
  }

  async function run(target: Target, namespace: string, steps: readonly Step[]): Promise<readonly unknown[]> {
    await ask(target, '/api/v1/namespaces', { method: 'POST', body: { metadata: { name: namespace } } })
    made.push(`/api/v1/namespaces/${namespace}`)
    const answers: unknown[] = []
    for (const step of steps) {
      const body = JSON.stringify(step.body)?.replaceAll('{ns}', namespace)
      answers.push(comparable(await ask(target, pathOf(step, namespace), { ...step, body })))
    }
    return answers
  }

  test.each(APPLY_CASES)('$title', async ({ steps }) => {
    const namespace = `apply-${process.pid}-${++count}`
    const theirs = await run(servers.real, namespace, steps)
    const ours = await run(servers.fake, namespace, steps)
    for (const [index, answer] of theirs.entries())
      expect({ request: steps[index], answer: ours[index] }).toEqual({ request: steps[index], answer })
  })
}

describeReal('server-side apply: the fake apiserver responds like a real kube-apiserver', describeApply)
