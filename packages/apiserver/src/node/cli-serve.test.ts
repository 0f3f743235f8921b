import { existsSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { CliError, type CliOptions, parseCli } from './cli-options.ts'
import { type RunningCli, startCli } from './cli-serve.ts'

const DEFAULTS: CliOptions = {
  ...{ port: 8001, host: '127.0.0.1', allowedHosts: [], pods: 0, churn: 0, seed: 1 },
  ...{ controllers: false, stopSeconds: 1, control: false },
}

/** A server on a free port, and its URL. */
async function start(
  options: Partial<CliOptions> = {},
): Promise<{ readonly running: RunningCli; readonly url: string }> {
  const running = await startCli({ ...DEFAULTS, port: 0, ...options })
  onTestFinished(() => running.stop())
  return { running, url: /url +(\S+)/.exec(running.greeting)?.[1] ?? '' }
}

const post = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) })

const namesIn = async (url: string): Promise<readonly string[]> => {
  const { items } = (await (await fetch(url)).json()) as { items: { metadata: { name: string } }[] }
  return items.map(({ metadata }) => metadata.name)
}

const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'i' }] } }

test('the options have defaults, and limits', () => {
  expect(parseCli([])).toEqual(DEFAULTS)
  expect(parseCli(['--help'])).toBe('help')
  expect(parseCli(['-h', '--port', '1'])).toBe('help')
  expect(parseCli(['--port=65535', '--stop-time=86400', '--pods=9007199254740991'])).toMatchObject({
    ...{ port: 65_535, stopSeconds: 86_400, pods: Number.MAX_SAFE_INTEGER },
  })
  expect(parseCli(['--controllers', '--control', '--seed', '7', '--churn', '0'])).toMatchObject({
    ...{ controllers: true, control: true, seed: 7, churn: 0 },
  })
  expect(() => parseCli(['--port=65536'])).toThrow('--port must be a whole number up to 65535, not "65536"')
  expect(() => parseCli(['--stop-time=86401'])).toThrow('up to 86400')
  expect(() => parseCli(['--seed=1e3'])).toThrow('--seed must be a whole number, not "1e3"')
})

test('the greeting says where the server is, and stopping it removes the kubeconfig', async () => {
  const { running, url } = await start()
  const path = /--kubeconfig (\S+)/.exec(running.greeting)?.[1] ?? ''
  expect(running.greeting).toBe(
    [
      'kube-apiserver-fake is ready: 0 Pods, 0 changes a second',
      `  url       ${url}`,
      `  kubectl   kubectl --kubeconfig ${path} get pods -A`,
      'Ctrl-C stops it.\n',
    ].join('\n'),
  )
  expect([existsSync(path), await namesIn(`${url}/api/v1/nodes`)]).toEqual([true, []])
  expect((await fetch(`${url}/_fake/status`)).status).toBe(404)
  await Promise.all([running.stop(), running.stop()])
  expect(existsSync(path)).toBe(false)
  await expect(fetch(url)).rejects.toThrow()
})

test('the greeting names the controls, the load, and other machines', async () => {
  const { running, url } = await start({ control: true, pods: 30, churn: 1_000, host: '0.0.0.0' })
  expect(running.greeting).toContain('ready: 30 Pods, 1,000 changes a second')
  expect(running.greeting).toContain(`  controls  curl -X POST ${url}/_fake/relist\n`)
  expect(running.greeting).toContain('  warning   every machine')
  const status = (await (await fetch(`${url}/_fake/status`)).json()) as object
  expect(status).toMatchObject({ churn: 1_000 })
  expect((await namesIn(`${url}/api/v1/nodes`)).length).toBeGreaterThan(3)
})

test('deletions complete: contents of namespaces, dependents, and Pods after --stop-time', async () => {
  const { url } = await start({ stopSeconds: 0 })
  const core = `${url}/api/v1/namespaces`
  await post(core, { metadata: { name: 'team' } })
  await post(`${core}/team/configmaps`, { metadata: { name: 'a' } })
  const owner = (await (
    await post(`${core}/default/configmaps`, { metadata: { name: 'owner' } })
  ).json()) as {
    metadata: { uid: string }
  }
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner.metadata.uid }]
  await post(`${core}/default/configmaps`, { metadata: { name: 'dependent', ownerReferences } })
  const bound = { ...template.spec, nodeName: 'node' }
  await post(`${core}/default/pods`, { metadata: { name: 'p' }, spec: bound })
  for (const path of ['team', 'default/configmaps/owner', 'default/pods/p'])
    await fetch(`${core}/${path}`, { method: 'DELETE' })
  await vi.waitFor(async () => {
    expect(await namesIn(core)).not.toContain('team')
    expect(await namesIn(`${url}/api/v1/configmaps`)).not.toContain('dependent')
    expect(await namesIn(`${url}/api/v1/pods`)).toEqual([])
  })
})

test('with --controllers workloads run on three nodes', async () => {
  const { url } = await start({ controllers: true })
  expect(await namesIn(`${url}/api/v1/nodes`)).toHaveLength(3)
  await post(`${url}/apis/apps/v1/namespaces/default/deployments`, {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: template.metadata.labels }, template },
  })
  await post(`${url}/apis/batch/v1/namespaces/default/jobs`, {
    metadata: { name: 'task' },
    spec: { template: { spec: { ...template.spec, restartPolicy: 'Never' } } },
  })
  await vi.waitFor(async () => {
    const { items } = (await (await fetch(`${url}/api/v1/pods`)).json()) as {
      items: { spec: { nodeName?: string }; metadata: { name: string } }[]
    }
    expect(items.map(({ metadata }) => metadata.name.split('-')[0])).toEqual(['task', 'web'])
    expect(items.every(({ spec }) => spec.nodeName !== undefined)).toBe(true)
  })
})

test('without --controllers they do not', async () => {
  const { url } = await start()
  await post(`${url}/apis/apps/v1/namespaces/default/replicasets`, {
    metadata: { name: 'web' },
    spec: { selector: { matchLabels: template.metadata.labels }, template },
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(await namesIn(`${url}/api/v1/pods`)).toEqual([])
})

test('a port that is in use, or a host of another machine, is reported in one line', async () => {
  const { url } = await start()
  const port = Number(new URL(url).port)
  const failure = async (options: Partial<CliOptions>) => {
    const error = await startCli({ ...DEFAULTS, port: 0, ...options }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(CliError)
    return error instanceof CliError ? [error.exitCode, error.message] : []
  }
  expect(await failure({ port })).toEqual([
    1,
    `port ${port} of 127.0.0.1 is in use: choose another one with --port, or 0 for a free port`,
  ])
  // An address for documentation.
  expect(await failure({ host: '192.0.2.1' })).toEqual([1, '192.0.2.1 is not an address of this machine'])
})
