import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import {
  type Asked,
  ask,
  type BothServers,
  comparable,
  openBothServers,
  type Target,
} from './both-servers.ts'
import { BOUND_VALUES, BOUNDED, DEFAULTS, definitionOf, SCHEMA_CHANGES, type Schema } from './schema-cases.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const GROUP = 's.example.com'
const MERGE = 'application/merge-patch+json'
const PATIENCE = { timeout: 20_000, interval: 100 }

function describeSchemas(): void {
  let servers: BothServers
  const made: string[] = []

  beforeAll(async () => {
    servers = await openBothServers()
  }, 180_000)
  afterAll(async () => {
    if (!servers) return
    for (const path of made) await ask(servers.real, path, { method: 'DELETE' })
    await servers.cluster.stop()
  })

  const pathOf = (plural: string, version: string) => `/apis/${GROUP}/${version}/namespaces/default/${plural}`

  async function define(target: Target, plural: string, versions: readonly Schema[]): Promise<void> {
    await ask(target, DEFINITIONS, { method: 'POST', body: definitionOf(plural, versions) })
    made.push(`${DEFINITIONS}/${plural}.${GROUP}`)
    const { version } = versions.at(-1) ?? { version: '' }
    await vi.waitFor(
      async () => expect((await ask(target, pathOf(plural, version))).code).toBe(200),
      PATIENCE,
    )
  }

  /** Changes the versions, and waits until they are served: each change adds a version. */
  async function change(target: Target, plural: string, versions: readonly Schema[]): Promise<void> {
    const added = { version: 'v9', properties: {} }
    const { spec } = definitionOf(plural, [...versions, added])
    const path = `${DEFINITIONS}/${plural}.${GROUP}`
    expect((await ask(target, path, { method: 'PATCH', type: MERGE, body: { spec } })).code).toBe(200)
    await vi.waitFor(
      async () => expect((await ask(target, pathOf(plural, added.version))).code).toBe(200),
      PATIENCE,
    )
  }

  test.each(SCHEMA_CHANGES)(
    'reads after a change: $title',
    async ({ plural, before, specs, after, steps }) => {
      const run = async (target: Target) => {
        await define(target, plural, before)
        const answers: unknown[] = []
        const collect = async (path: string, asked: Asked = {}) =>
          answers.push({ path, asked, answer: comparable(await ask(target, path, asked)) })
        for (const [name, spec] of Object.entries(specs)) {
          const body = { apiVersion: `${GROUP}/v1`, kind: plural, metadata: { name }, spec }
          await collect(`${pathOf(plural, 'v1')}?fieldManager=a`, { method: 'POST', body })
        }
        const listed = await ask(target, pathOf(plural, 'v1'))
        await change(target, plural, after)
        const versions = after.map(({ version }) => version)
        const read = async () => {
          for (const version of versions)
            for (const query of ['', '?resourceVersion=0', '?watch=1&timeoutSeconds=1', '/a'])
              await collect(pathOf(plural, version) + query)
        }
        await read()
        for (const { version, query, ...step } of steps) {
          await collect(`${pathOf(plural, version)}/a?${query}`, step)
          await read()
        }
        const { resourceVersion } = (listed.body as { metadata: { resourceVersion: string } }).metadata
        const fromBefore = `watch=1&timeoutSeconds=1&resourceVersion=${resourceVersion}`
        const { body } = await ask(target, `${pathOf(plural, 'v1')}?${fromBefore}`)
        expect(body).toMatchObject({ type: 'ERROR', object: { code: 410 } })
        return answers
      }
      expect(await run(servers.fake)).toEqual(await run(servers.real))
    },
    60_000,
  )

  test('bounds of an integer that are no integers reject its values', async () => {
    const run = async (target: Target) => {
      await define(target, 'bounds', [{ version: 'v1', properties: BOUNDED }])
      const answers: unknown[] = []
      for (const [index, spec] of BOUND_VALUES.entries()) {
        const metadata = { name: `x${index}` }
        const body = { apiVersion: `${GROUP}/v1`, kind: 'bounds', metadata, spec }
        const path = `${pathOf('bounds', 'v1')}?fieldManager=a`
        answers.push([spec, comparable(await ask(target, path, { method: 'POST', body }))])
      }
      return answers
    }
    expect(await run(servers.fake)).toEqual(await run(servers.real))
  }, 60_000)

  test.each(DEFAULTS)('a default that does not fit the bounds is rejected: %j', async schema => {
    const body = definitionOf('refused', [{ version: 'v1', properties: { p: schema } }])
    const [ours, theirs] = await Promise.all(
      [servers.fake, servers.real].map(target =>
        ask(target, `${DEFINITIONS}?dryRun=All`, { method: 'POST', body }),
      ),
    )
    expect(theirs?.code).toBe(422)
    expect(comparable(ours)).toEqual(comparable(theirs))
  })
}

describeReal('schemas of custom resources: the fake apiserver responds like a real one', describeSchemas)
