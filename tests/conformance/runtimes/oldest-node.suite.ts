import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { type PACKAGES, packageFolder, readJson } from '../../../tools/packages/packages.ts'
import { declaredNodeMajor, findOldestNode } from './oldest-node.ts'

const TIMEOUT_MS = 30_000

const execute = promisify(execFile)
const COMMAND = join(packageFolder('apiserver'), 'bin/kube-apiserver-fake.js')

/** The built files in a package's `exports` for Node. */
function entriesOf(name: (typeof PACKAGES)[number]): readonly string[] {
  const { exports } = readJson<{ exports: Record<string, string | Record<string, string>> }>(
    join(packageFolder(name), 'package.json'),
  )
  return Object.values(exports).flatMap(entry => {
    const file = typeof entry === 'string' ? entry : entry.default
    return file?.endsWith('.js') ? [join(packageFolder(name), file)] : []
  })
}

/** Declares tests of the built packages on the oldest Node that they declare. */
export function describeOldestNode(): void {
  const node = findOldestNode()
  const title = `the built packages on Node ${declaredNodeMajor()}`
  if (node === undefined) {
    test(title, ({ skip }) => skip('no Node of this version on the PATH'))
    return
  }
  describe(title, () => {
    test.each(['core', 'apiserver', 'worker'] as const)(
      '%s can be imported',
      async name => {
        const imports = entriesOf(name).map(path => `await import(${JSON.stringify(path)})`)
        expect(imports).not.toEqual([])
        await execute(node, ['--input-type=module', '--eval', imports.join('\n')], { timeout: TIMEOUT_MS })
      },
      TIMEOUT_MS,
    )

    test(
      'kube-apiserver-fake serves Pods and discovery',
      async () => {
        const child = spawn(node, [COMMAND, '--port', '0', '--pods', '100'], {
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

/** The URL in the output of the command. */
async function urlOf(lines: AsyncIterable<string>): Promise<string> {
  for await (const line of lines) {
    const url = /http:\/\/[\w.:]+/.exec(line)?.[0]
    if (url) return url
  }
  throw new Error('the command printed no URL')
}
