import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createKubeClient } from '@kube-informer/core'
import { type CustomResourceDefinition, customResourceDefinitions } from '@kube-informer/core/resources'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseYaml } from '../../../tools/crds/parse-yaml.ts'
import { publicCrds } from '../../../tools/crds/public-crds.ts'
import { trust } from '../../../tools/kubernetes/cluster.ts'
import { describeReal } from '../../../tools/kubernetes/describe-real.ts'
import { type Cluster, startKubernetes } from '../../../tools/kubernetes/start.ts'
import { packageFolder } from '../../../tools/packages/packages.ts'
import { generateFiles } from './generate-files.ts'

const TIMEOUT_MS = 300_000
const MAIN = join(packageFolder('codegen'), 'src/cli/main.ts')
/** A user who may discover, and not list definitions. */
const JANE = { token: 'jane-token', username: 'jane', uid: 'jane', groups: [] }

describeReal('the definitions of a real apiserver', () => {
  let cluster: Cluster
  const folder = mkdtempSync(join(tmpdir(), 'codegen-'))
  const found = publicCrds()

  beforeAll(async () => {
    if ('missing' in found) return
    cluster = await startKubernetes({ users: [JANE] })
    trust(cluster)
    const client = createKubeClient({ baseUrl: cluster.url, getToken: () => cluster.token })
    for (const { text } of found.crds) {
      const [definition] = parseYaml(text) as readonly [CustomResourceDefinition]
      await client.create(customResourceDefinitions, definition)
    }
  }, TIMEOUT_MS)
  afterAll(async () => {
    await cluster?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs the command as a user. Returns what it prints, and the modules by path. */
  async function generate(token: string, out: string) {
    const kubeconfig = join(folder, `${out}.kubeconfig`)
    writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(cluster, token)))
    const args = ['--cluster', '--kubeconfig', kubeconfig, '--out', join(folder, out)]
    const child = spawn(process.execPath, ['--conditions=@kube-informer/source', MAIN, ...args])
    const exit = once(child, 'exit')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await exit
    const paths = globSync('*/*/*.ts', { cwd: join(folder, out) }).map(path => path.replaceAll('\\', '/'))
    const files = paths.sort().map(path => [path, readFileSync(join(folder, out, path), 'utf8')] as const)
    return { code, stdout, stderr, files: new Map(files) }
  }

  test(
    'C-GEN-23: listed, they give the modules of their files',
    async context => {
      if ('missing' in found) return context.skip(found.missing)
      const { code, stderr, files } = await generate(cluster.token, 'listed')
      expect([code, stderr]).toEqual([0, ''])
      expect(files).toEqual(generateFiles(found.crds))
    },
    TIMEOUT_MS,
  )

  test(
    'C-GEN-23: by OpenAPI documents, they give the types of their files',
    async context => {
      if ('missing' in found) return context.skip(found.missing)
      const { code, stderr, files } = await generate(JANE.token, 'documents')
      expect(code).toBe(0)
      expect(stderr).toMatch(/: CustomResourceDefinitions cannot be listed \(forbidden\)/)
      const expected = generateFiles(found.crds)
      expect([...files.keys()]).toEqual([...expected.keys()])
      const compared = [...expected].filter(([, module]) => !isDeprecated(module))
      expect(compared.length).toBeGreaterThan(45)
      for (const [path, module] of compared) expect(files.get(path), path).toBe(withoutColumns(module))
    },
    TIMEOUT_MS,
  )
})

const kubeconfigOf = ({ url, caFile }: Cluster, token: string) => ({
  clusters: [{ name: 'real', cluster: { server: url, 'certificate-authority': caFile } }],
  users: [{ name: 'user', user: { token } }],
  contexts: [{ name: 'real', context: { cluster: 'real', user: 'user' } }],
  'current-context': 'real',
})

/** Whether a module is that of a deprecated version, which no document tells. */
const isDeprecated = (module: string): boolean =>
  module.slice(0, module.indexOf('export const')).includes('@deprecated')

/** A module without its columns, which no document has. */
const withoutColumns = (module: string): string =>
  module
    .replace(/\/\*\* The columns of a table[\s\S]*?\n\n(?=\/\*\*)/, '')
    .replace(/import \{ customColumns.*\n/, '')
