import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { createFakeApiserver } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stringify } from 'yaml'
import { crd } from '../test/crds.ts'
import { TestHost } from '../test/test-host.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))
const WIDGETS = stringify(crd())

function start(host: TestHost, ...args: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, ['--conditions=@kube-informer/source', MAIN, ...args], {
    cwd: host.cwd,
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return child
}

async function run(host: TestHost, args: string[], stdin = '') {
  const child = start(host, ...args)
  child.stdin.end(stdin)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { code: child.exitCode, stdout, stderr }
}

test('the process: standard input, outputs and exit codes', { timeout: 30_000 }, async () => {
  const host = new TestHost()
  expect(await run(host, ['--out', 'gen', '-'], WIDGETS)).toEqual({
    code: 0,
    stdout: '1 resource, 1 file, 1 written\n',
    stderr: '',
  })
  expect(await run(host, ['--out', 'gen', '-'], 'a: b\n')).toEqual({
    code: 1,
    stdout: '',
    stderr:
      '<stdin>:1: must be a Kubernetes object, with apiVersion and kind\nkube-informer-codegen: 1 problem, nothing written\n',
  })
  expect(await run(host, ['--output', 'gen'])).toMatchObject({ code: 2, stdout: '' })
})

test('--watch sees a file that an editor replaces, and Ctrl-C ends it with 0', {
  timeout: 30_000,
}, async () => {
  const host = new TestHost()
  host.write('crds/a.yaml', WIDGETS)
  const child = start(host, 'crds', '--out', 'gen', '--watch')
  let output = ''
  child.stdout.on('data', chunk => {
    output += chunk
  })
  await vi.waitFor(() => expect(output).toBe('1 resource, 1 file, 1 written\n'), { timeout: 10_000 })
  host.write('crds/a.yaml.new', WIDGETS.replaceAll('widgets', 'gadgets'))
  host.rename('crds/a.yaml.new', 'crds/a.yaml')
  await vi.waitFor(() => expect(output).toContain('1 resource, 1 file, 1 written, 1 removed\n'), {
    timeout: 10_000,
  })
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('--cluster reads the server of a kubeconfig', { timeout: 30_000 }, async () => {
  const host = new TestHost()
  const server = await serve(createFakeApiserver({ objects: [crd() as never] }))
  onTestFinished(() => server.close())
  host.write(
    'kubeconfig',
    stringify({
      clusters: [{ name: 'fake', cluster: { server: server.url } }],
      contexts: [{ name: 'a', context: { cluster: 'fake' } }],
      'current-context': 'missing',
    }),
  )
  const cluster = ['--cluster', '--kubeconfig', 'kubeconfig', '--out', 'gen']
  expect(await run(host, [...cluster, '--context', 'a'])).toEqual({
    code: 0,
    stdout: '1 resource, 1 file, 1 written\n',
    stderr: '',
  })
  expect(await run(host, cluster)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^kubeconfig: .*missing.*\nkube-informer-codegen: 1 problem, nothing written\n$/,
    ),
  })
})
