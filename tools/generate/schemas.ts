import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Discovery, discover } from '@kube-informer/core/discovery'
import { openCluster, trust } from '../kubernetes/cluster.ts'
import { packageFolder, ROOT, tool } from '../packages/packages.ts'
import { readSchemas } from './resources/read-schemas.ts'
import { readGoNames } from './schemas/go-names.ts'
import { readImmutableFields } from './schemas/immutable-fields.ts'
import type { OpenAPISchema, OpenAPITypes } from './schemas/openapi.ts'
import { probe } from './schemas/probes.ts'
import { readRequirements } from './schemas/requirements.ts'
import { resourceFacts } from './schemas/resource-facts.ts'
import { type Server, serverOf } from './schemas/server.ts'
import { tableColumns } from './schemas/table-columns.ts'
import { typeLines } from './schemas/type-lines.ts'

const SCHEMAS = join(packageFolder('apiserver'), 'src', 'schema', 'data')
const TABLES = join(packageFolder('cacher'), 'src', 'tables', 'data')

/**
 * Writes the facts about built-in kinds: packages/apiserver/src/schema/data for the fake apiserver, and
 * packages/cacher/src/tables/data. They are read from a real kube-apiserver's discovery, OpenAPI documents and tables, and
 * from its responses to probes. It starts a server unless KUBE_APISERVER_URL is set.
 */
export async function generateSchemas(): Promise<void> {
  const cluster = await openCluster(line => console.error(line))
  if ('skip' in cluster) throw new Error(cluster.skip)
  try {
    trust(cluster)
    const server = serverOf(cluster)
    const authorization = `Bearer ${cluster.token}`
    const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
      fetch(`${cluster.url}${path}`, { headers: { ...headers, authorization } })
    const discovered = await discover({ request: (path, { headers } = {}) => ask(path, headers) })
    if (discovered.error) throw discovered.error
    const discovery = await withoutCustom(server, discovered)
    const { gitVersion } = (await server.get('/version')) as { gitVersion: string }
    const header = `// Generated from kube-apiserver ${gitVersion}, not to be edited: npm run generate -- schemas\n`
    const types: OpenAPITypes = await readSchemas<OpenAPISchema>(discovery, path => ask(path))
    const observations = await probe(server, discovery, types, line => console.error(line))
    const goNames = await readGoNames(server, discovery, types)
    const requirements = await readRequirements(server, discovery, types)
    const immutableFields = await readImmutableFields(server, discovery, types)
    write(SCHEMAS, 'resource-facts.ts', header, factsSource(await resourceFacts(server, discovery)))
    write(
      SCHEMAS,
      'type-lines.ts',
      header,
      linesSource(typeLines(types, { observations, goNames, requirements, immutableFields })),
    )
    write(TABLES, 'table-columns.ts', header, columnsSource(await tableColumns(server, discovery)))
    format()
  } finally {
    await cluster.stop()
  }
}

/** Removes custom kinds, which the cluster of KUBE_APISERVER_URL may serve. */
async function withoutCustom(server: Server, discovery: Discovery): Promise<Discovery> {
  const answer = await server.get('/apis/apiextensions.k8s.io/v1/customresourcedefinitions')
  const { items } = answer as { readonly items: readonly { readonly spec: { readonly group: string } }[] }
  const custom = new Set(items.map(({ spec }) => spec.group))
  return { ...discovery, groups: discovery.groups.filter(({ name }) => !custom.has(name)) }
}

const factsSource = (facts: object): string => `import type { ResourceFacts } from '../resource-facts.ts'

/** By group/version/plural. */
export const RESOURCE_FACTS: Readonly<Record<string, ResourceFacts>> = ${JSON.stringify(facts, null, 2)}
`

const linesSource = (
  lines: readonly string[],
): string => `/** Each line is a type: its name and its DataType. */
export const TYPE_LINES: string = \`${lines.join('\n').replace(/[\\`]|\$(?=\{)/g, '\\$&')}\`
`

const columnsSource = (columns: object): string => `/** By group/version/Kind: name|type|format|priority. */
export const TABLE_COLUMNS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(columns, null, 2)}
`

function write(folder: string, name: string, header: string, source: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), `${header}\n${source}`)
}

function format(): void {
  const flags = ['check', '--write', '--linter-enabled=false', SCHEMAS, TABLES]
  const biome = spawnSync(tool('biome'), flags, { cwd: ROOT, encoding: 'utf8' })
  if (biome.status !== 0) throw new Error(biome.stderr)
}
