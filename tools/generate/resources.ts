import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { discover } from '@kube-informer/core/discovery'
import { openCluster, trust } from '../kubernetes/cluster.ts'
import type { Cluster } from '../kubernetes/start.ts'
import { packageFolder, ROOT, tool } from '../packages/packages.ts'
import { readSchemas } from './resources/read-schemas.ts'
import { resourceSources } from './resources/resource-sources.ts'

const FOLDER = join(packageFolder('core'), 'src', 'resources')
/** The handwritten files; all others in the folder are generated. */
const BY_HAND = /^table\.ts$|\.test(-d)?\.ts$/

/**
 * Writes packages/core/src/resources: the built-in resources and their types, as a real kube-apiserver describes them in
 * its discovery and its OpenAPI documents. It starts a server unless KUBE_APISERVER_URL is set.
 */
export async function generateResources(): Promise<void> {
  const cluster = await openCluster(line => console.error(line))
  if ('skip' in cluster) throw new Error(cluster.skip)
  try {
    trust(cluster)
    const discovery = await discover({ request: (path, { headers } = {}) => ask(cluster, path, headers) })
    if (discovery.error) throw discovery.error
    const { gitVersion } = (await (await ask(cluster, '/version')).json()) as { gitVersion: string }
    const schemas = await readSchemas(discovery, path => ask(cluster, path))
    const sources = resourceSources(discovery, schemas)
    write(
      sources,
      `// Generated from kube-apiserver ${gitVersion}, not to be edited: npm run generate -- resources\n`,
    )
    console.log(`${sources.size} files in ${FOLDER}, from kube-apiserver ${gitVersion}`)
  } finally {
    await cluster.stop()
  }
}

async function ask(cluster: Cluster, path: string, headers: Readonly<Record<string, string>> = {}) {
  const authorization = `Bearer ${cluster.token}`
  const response = await fetch(`${cluster.url}${path}`, { headers: { ...headers, authorization } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

function write(sources: ReadonlyMap<string, string>, header: string): void {
  for (const name of readdirSync(FOLDER)) {
    if (!BY_HAND.test(name)) rmSync(join(FOLDER, name))
  }
  for (const [name, text] of sources) writeFileSync(join(FOLDER, name), `${header}\n${text}`)
  const biome = spawnSync(tool('biome'), ['check', '--write', '--linter-enabled=false', FOLDER], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (biome.status !== 0) throw new Error(biome.stderr)
}
