import { type DiscoveredResource, resourcesOf } from '@kube-informer/core/discovery'
import { builtInDiscovery } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyDefaults } from '../../../packages/apiserver/src/schema/apply-defaults.ts'
import { decode } from '../../../packages/apiserver/src/schema/decode.ts'
import { loadSchemas } from '../../../packages/apiserver/src/schema/load-schemas.ts'
import { trust } from '../../kubernetes/cluster.ts'
import { describeReal } from '../../kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../kubernetes/start.ts'
import { readSchemas } from '../resources/read-schemas.ts'
import { Echo } from './echo.ts'
import { type Filling, instanceOf } from './instances.ts'
import type { OpenAPISchema, OpenAPITypes } from './openapi.ts'
import { pathOf, typeOf } from './resource-paths.ts'
import { type Server, serverOf } from './server.ts'
import { singleMembers } from './single-members.ts'

type Json = Record<string, unknown>

/** Kinds that are stored and passed to webhooks. */
const resources = resourcesOf(builtInDiscovery).filter(
  ({ group, verbs }) =>
    verbs.includes('create') && verbs.includes('list') && group !== 'admissionregistration.k8s.io',
)
const fillings: readonly Filling[] = [
  { kind: 'zeros' },
  ...Array.from({ length: 12 }, (_, depth): Filling => ({ kind: 'objects', depth })),
]

/** Known differences, with their causes. */
const KNOWN: readonly RegExp[] = [
  // Admission plugins.
  /^\.spec\.(tolerations|taints|priority|preemptionPolicy)\b/,
  // Timestamps.
  /\.timeAdded$/,
  // The registry strategy of Secrets.
  /^\.(stringData|data)\b/,
  // A conversion webhook with the strategy `None`.
  /^\.spec\.conversion\.webhook$/,
  // An empty string that only one of the two includes.
  /^\.status\.podIP$/,
]

/** The paths at which two values differ. */
function differences(a: unknown, b: unknown, path = ''): readonly string[] {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b ? [] : [path]
  const [ours, theirs] = [a as Json, b as Json]
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  return [...names].flatMap(name => differences(ours[name], theirs[name], `${path}.${name}`))
}

describeReal('types, as a real server reads and fills them in', () => {
  const seen = new Set<string>()
  let cluster: Cluster
  let server: Server
  let echo: Echo
  let types: OpenAPITypes

  beforeAll(async () => {
    cluster = await startKubernetes()
    trust(cluster)
    server = serverOf(cluster)
    const authorization = `Bearer ${cluster.token}`
    types = await readSchemas<OpenAPISchema>(builtInDiscovery, path =>
      fetch(cluster.url + path, { headers: { authorization } }),
    )
    echo = new Echo(server)
    await echo.open()
  }, 240_000)
  afterAll(async () => {
    await echo?.close()
    await cluster?.stop()
  })

  /** The paths at which our decoding of an object differs from the server's. */
  async function compare(resource: DiscoveredResource, type: string, sent: Json): Promise<readonly string[]> {
    const theirs = await echo.of(pathOf(resource), sent)
    const schema = (await loadSchemas()).ofType(type)
    if (!theirs || !schema) return []
    const { value, errors } = decode(schema, sent)
    const { apiVersion: _, kind: __, metadata: ___, ...answer } = theirs
    const { metadata: ____, ...ours } = applyDefaults(schema, value) as Json
    const unknown = differences(ours, answer).filter(path => !KNOWN.some(known => known.test(path)))
    return [...unknown, ...errors.map(({ message }) => message)].map(
      what => `${JSON.stringify(sent)}: ${what}`,
    )
  }

  test.each(resources.map(resource => [`${resource.group}/${resource.plural}`, resource] as const))(
    '%s',
    async (_, resource) => {
      const type = typeOf(types, resource) ?? ''
      const filled = fillings.map(filling => instanceOf(types, type, filling))
      const distinct = new Map(filled.map(object => [JSON.stringify(object), object]))
      for (const sent of [...distinct.values(), ...singleMembers(types, type, seen)]) {
        expect(await compare(resource, type, sent)).toEqual([])
      }
    },
    120_000,
  )
})
