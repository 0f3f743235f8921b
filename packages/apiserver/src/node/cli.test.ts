import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CliError, parseCli } from './cli-options.ts'

const CLI = join(import.meta.dirname, 'cli.ts')
const TIMEOUT_MS = 20_000

interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** The command, run from source. */
class Command {
  readonly finished: Promise<Finished>
  readonly #child: ChildProcess
  #stdout = ''

  constructor(...args: readonly string[]) {
    const child = spawn(process.execPath, ['--conditions=@kube-informer/source', CLI, ...args])
    this.#child = child
    let stderr = ''
    child.stdout.on('data', chunk => {
      this.#stdout += chunk
    })
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    this.finished = new Promise(resolve => {
      child.on('close', code => resolve({ code, stdout: this.#stdout, stderr }))
    })
    onTestFinished(async () => {
      child.kill()
      await this.finished
    })
  }

  /** The word after a label in the output. */
  async printed(word: string): Promise<string> {
    const ended = this.finished.then(({ stderr }) => {
      throw new Error(`it ended: ${stderr}`)
    })
    while (!this.#stdout.includes('Ctrl-C'))
      await Promise.race([ended, new Promise(resolve => this.#child.stdout?.once('data', resolve))])
    ended.catch(() => undefined)
    return new RegExp(`^ {2}${word} +(.*)$`, 'm').exec(this.#stdout)?.[1] ?? ''
  }

  signal(name: 'SIGINT' | 'SIGTERM'): void {
    this.#child.kill(name)
  }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'serves as requested until %s, and cleans up',
  async signal => {
    const command = new Command('--port', '0', '--pods', '30', '--churn', '100', '--control')
    const url = await command.printed('url')
    const list = await (await fetch(`${url}/api/v1/pods?limit=10`)).json()
    expect(list).toMatchObject({ kind: 'PodList', items: { length: 10 } })
    // The churn is running: rollouts create and delete Pods.
    expect(list.metadata.remainingItemCount).toBeGreaterThan(10)
    const watch = await fetch(`${url}/api/v1/pods?watch=1&resourceVersion=${list.metadata.resourceVersion}`)
    const first = await watch.body?.getReader().read()
    expect(new TextDecoder().decode(first?.value)).toContain('"type":')
    expect(await (await fetch(`${url}/_fake/status`)).json()).toMatchObject({ churn: 100, openWatches: 1 })

    const [, path = ''] = /--kubeconfig (\S+)/.exec(await command.printed('kubectl')) ?? []
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ clusters: [{ cluster: { server: url } }] })
    command.signal(signal)
    const { code, stderr } = await command.finished
    expect([code, stderr, existsSync(path)]).toEqual([0, '', false])
  },
  TIMEOUT_MS,
)

test('the controls are off by default', { timeout: TIMEOUT_MS }, async () => {
  const command = new Command('--port', '0')
  expect((await fetch(`${await command.printed('url')}/_fake/status`)).status).toBe(404)
})

test('pages of other sites cannot use it, except at the names of --allowed-host', {
  timeout: TIMEOUT_MS,
}, async () => {
  const command = new Command(
    '--port',
    '0',
    '--control',
    '--allowed-host',
    'a.example',
    '--allowed-host=.b.example',
  )
  const url = await command.printed('url')
  const status = async (headers: Record<string, string>, method = 'GET') =>
    (await fetch(`${url}/_fake/faults`, { method, headers })).status
  expect(await status({ Origin: 'https://evil.example' }, 'DELETE')).toBe(403)
  expect(await status({ Origin: 'https://a.example' }, 'DELETE')).toBe(200)
  expect(await status({ Origin: 'https://x.b.example' }, 'DELETE')).toBe(200)
  expect(await command.printed('warning')).toBe('')
})

test('a deleted Pod is terminating for the --stop-time', { timeout: TIMEOUT_MS }, async () => {
  const command = new Command('--port', '0', '--pods', '10', '--stop-time', '600')
  const url = await command.printed('url')
  const { items } = await (await fetch(`${url}/api/v1/pods?fieldSelector=status.phase=Running`)).json()
  const { namespace, name } = items[0].metadata
  const path = `${url}/api/v1/namespaces/${namespace}/pods/${name}`
  const watch = await fetch(`${url}/api/v1/pods?watch=1&fieldSelector=metadata.name=${name}&timeoutSeconds=1`)
  await fetch(path, { method: 'DELETE' })
  const terminating = { deletionTimestamp: expect.any(String), deletionGracePeriodSeconds: 30 }
  const events = (await watch.text()).trimEnd().split('\n')
  expect(events.map(event => JSON.parse(event)).at(-1)).toMatchObject({
    type: 'MODIFIED',
    object: { metadata: terminating },
  })
  expect(await (await fetch(path)).json()).toMatchObject({ metadata: terminating })
})

test('a server that other machines can reach says so', { timeout: TIMEOUT_MS }, async () => {
  const command = new Command('--port', '0', '--host', '0.0.0.0')
  expect(await command.printed('warning')).toContain('every machine')
})

test('a port that is in use is reported in one line', { timeout: TIMEOUT_MS }, async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise(resolve => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const { code, stdout, stderr } = await new Command('--port', String(port)).finished
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toBe(
    `kube-apiserver-fake: port ${port} of 127.0.0.1 is in use: choose another one with --port, or 0 for a free port\n`,
  )
})

test('--help lists the options', { timeout: TIMEOUT_MS }, async () => {
  const { code, stdout } = await new Command('--help').finished
  expect(code).toBe(0)
  expect(stdout).toContain('npx @kube-informer/apiserver ')
  for (const flag of [
    'port',
    'host',
    'allowed-host',
    'pods',
    'churn',
    'seed',
    'stop-time',
    'control',
    'help',
  ])
    expect(stdout).toContain(`--${flag}`)
})

test.each([
  [['--port', 'abc'], '--port must be a whole number up to 65535, not "abc"'],
  [['--port', '70000'], '--port must be a whole number up to 65535, not "70000"'],
  [['--pods', '-1'], 'argument is ambiguous'],
  [['--churn=1.5'], '--churn must be a whole number, not "1.5"'],
  [['--bogus'], "Unknown option '--bogus' (--help lists the options)"],
  [['pods'], "Unexpected argument 'pods'"],
  [
    ['--allowed-host', 'http://a.example'],
    '--allowed-host: "http://a.example" is not a host name: give it without a scheme and a port',
  ],
])('%j is a usage error', (args, message) => {
  expect(() => parseCli(args)).toThrow(CliError)
  expect(() => parseCli(args)).toThrow(message)
})
