import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PACKAGES, packageFolder, readJson } from '../../../tools/packages/packages.ts'
import { OLDEST_NODE } from './oldest-node.ts'

const TIMEOUT_MS = 30_000
/** Entries for one other runtime. */
const NOT_FOR_NODE = ['./cloudflare', './deno']

const WIDGETS = `{
  "apiVersion": "apiextensions.k8s.io/v1",
  "kind": "CustomResourceDefinition",
  "metadata": { "name": "widgets.example.com" },
  "spec": {
    "group": "example.com",
    "scope": "Namespaced",
    "names": { "plural": "widgets", "kind": "Widget" },
    "versions": [{ "name": "v1", "served": true, "storage": true, "schema": { "openAPIV3Schema": { "type": "object" } } }]
  }
}`

/** Prints the number of Pods of the cluster that a kubeconfig names. It is text: files are read from Node 20.16 on. */
const CONFIGURED = `
const { createKubeClient, defineResource } = await import('@kube-informer/core')
const { parseKubeConfig } = await import('@kube-informer/core/config')
const pods = defineResource({ group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true })
const config = await parseKubeConfig(process.argv[1])
const { items } = await createKubeClient(config).list(pods)
await config.close()
console.log(items.length)
`

const execute = promisify(execFile)
let folder = ''

interface Manifest {
  readonly name: string
  readonly engines: { readonly node: string }
  readonly exports: Readonly<Record<string, unknown>>
}

const manifestOf = (name: (typeof PACKAGES)[number]): Manifest =>
  readJson(join(packageFolder(name), 'package.json'))

/** The entries of a package that Node can load, as specifiers. */
function entriesOf({ name, exports }: Manifest): readonly string[] {
  return Object.keys(exports)
    .filter(entry => !entry.endsWith('.json') && !NOT_FOR_NODE.includes(entry))
    .map(entry => name + entry.slice(1))
}

/** Runs a module on the oldest Node. It resolves the packages as users do, to what `npm run build` has emitted. */
async function run(source: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: import.meta.dirname, timeout: TIMEOUT_MS }
  const { stdout } = await execute(OLDEST_NODE, ['--input-type=module', '--eval', source, ...args], options)
  return stdout.trim()
}

/** Declares tests of the built packages on the oldest Node that they promise to run on. */
export function describeOldestNode(): void {
  describe('the built packages on Node 20', () => {
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'kube-informer-oldest-node-'))
      return () => rmSync(folder, { recursive: true })
    })

    test('it is the oldest version that `engines` permit', async () => {
      const { stdout } = await execute(OLDEST_NODE, ['--version'])
      expect(stdout.trim()).toBe('v20.0.0')
      const engines = PACKAGES.map(name => [name, manifestOf(name).engines.node])
      expect(Object.fromEntries(engines)).toEqual(
        // undici, which codegen reads clusters with, needs a newer one.
        Object.fromEntries(PACKAGES.map(name => [name, name === 'codegen' ? '>=22.19' : '>=20'])),
      )
    })

    test.each(PACKAGES)(
      '%s can be imported',
      async name => {
        const imports = entriesOf(manifestOf(name)).map(entry => `await import('${entry}')`)
        expect(imports).not.toEqual([])
        await run(imports.join('\n'))
      },
      TIMEOUT_MS,
    )

    test(
      'a client reads the cluster of a kubeconfig',
      async () => {
        const server = createFakeApiserver({ objects: generatePods({ count: 7, seed: 1 }) })
        const serving = await serve(server)
        onTestFinished(() => serving.close())
        expect(await run(CONFIGURED, JSON.stringify(kubeConfig(serving.url)))).toBe('7')
      },
      TIMEOUT_MS,
    )

    test(
      'kube-informer-codegen generates the types of a CRD',
      async () => {
        const command = join(packageFolder('codegen'), 'bin/kube-informer-codegen.js')
        writeFileSync(join(folder, 'widgets.json'), WIDGETS)
        await execute(OLDEST_NODE, [command, 'widgets.json', '--out', 'out'], { cwd: folder })
        const text = readFileSync(join(folder, 'out/example.com/v1/widgets.ts'), 'utf8')
        expect(text).toContain('export interface Widget ')
      },
      TIMEOUT_MS,
    )

    test(
      'kube-apiserver-fake serves Pods and discovery',
      async () => {
        const command = join(packageFolder('apiserver'), 'bin/kube-apiserver-fake.js')
        const child = spawn(OLDEST_NODE, [command, '--port', '0', '--pods', '100'], {
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        onTestFinished(async () => {
          child.kill()
          await once(child, 'exit')
        })
        const url = await urlOf(createInterface({ input: child.stdout }))
        const list = (await (await fetch(`${url}/api/v1/pods`)).json()) as { items: unknown[] }
        expect(list.items).toHaveLength(100)
        const groups = (await (await fetch(`${url}/apis`)).json()) as { groups: unknown[] }
        expect(groups.groups.length).toBeGreaterThan(5)
        const table = await fetch(`${url}/api/v1/namespaces`, {
          headers: { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' },
        })
        expect(await table.json()).toMatchObject({ kind: 'Table' })
      },
      TIMEOUT_MS,
    )
  })
}

const kubeConfig = (server: string): object => ({
  'current-context': 'fake',
  contexts: [{ name: 'fake', context: { cluster: 'fake', user: 'me' } }],
  clusters: [{ name: 'fake', cluster: { server } }],
  users: [{ name: 'me', user: { token: 'secret' } }],
})

/** The URL in the output of the command. */
async function urlOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('the command printed no URL')
}
