import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { createFakeApiserver, type FakeApiserver, generatePods, pods } from '@kube-informer/testing'
import { type Serving, serve } from '@kube-informer/testing/node'
import { Miniflare } from 'miniflare'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { tool } from '../../../tools/packages/packages.ts'
import { compileAll, compiled } from './compile.ts'
import { describeOldestNode } from './oldest-node.suite.ts'
import { OLDEST_NODE } from './oldest-node.ts'
import { describeStreams } from './streams.suite.ts'

const PODS = 200
const TIMEOUT_MS = 30_000

const execute = promisify(execFile)
let server: FakeApiserver
let serving: Serving

beforeAll(compileAll, 120_000)
/** Changes the first Pod once a watch is open; returns its name. */
async function changeOnceWatched(): Promise<string> {
  await expect.poll(() => server.openWatches, { timeout: TIMEOUT_MS }).toBe(1)
  const [pod] = server.list(pods)
  if (!pod) throw new Error('the server has no Pods')
  server.update({ ...pod, metadata: { ...pod.metadata, labels: { changed: 'yes' } } })
  return pod.metadata.name
}

describe('informers', () => {
  beforeEach(async () => {
    server = createFakeApiserver({ objects: generatePods({ count: PODS, seed: 1 }) })
    serving = await serve(server)
    return () => serving.close()
  })

  test.each([
    ['Node', process.execPath, []],
    ['Node 20', OLDEST_NODE, []],
    ['Bun', tool('bun'), ['run']],
    ['Deno', tool('deno'), ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1']],
  ] as const)(
    'an informer syncs in %s, receives an update, stops, and the process exits',
    async (runtime, command, args) => {
      const script = compiled(runtime.startsWith('Node') ? 'node' : runtime.toLowerCase())
      // A timer or connection that stays open keeps the process alive until the timeout fails the test.
      const running = execute(command, [...args, script, serving.url], { timeout: TIMEOUT_MS })
      const [{ stdout }, updated] = await Promise.all([running, changeOnceWatched()])
      expect(JSON.parse(stdout)).toEqual({ synced: PODS, updated })
      await expect.poll(() => server.openWatches).toBe(0)
    },
    TIMEOUT_MS + 5_000,
  )

  test(
    'an informer syncs in workerd, receives an update, and stops',
    async () => {
      const worker = new Miniflare({
        modules: true,
        script: readFileSync(compiled('workerd'), 'utf8'),
        compatibilityDate: '2026-07-01',
      })
      onTestFinished(() => worker.dispose())
      const response = worker.dispatchFetch(`http://worker/?server=${encodeURIComponent(serving.url)}`)
      const [answer, updated] = await Promise.all([response, changeOnceWatched()])
      expect(await answer.json()).toEqual({ synced: PODS, updated })
      await expect.poll(() => server.openWatches).toBe(0)
    },
    TIMEOUT_MS + 5_000,
  )
})

test('importing core starts no timer and opens no handle', async () => {
  const { stdout } = await execute(process.execPath, [compiled('import-core')], { timeout: TIMEOUT_MS })
  const { asked, before, resources, exports } = JSON.parse(stdout) as Record<string, unknown>
  expect(asked).toEqual([])
  expect(resources).toEqual(before)
  expect(exports).toBeGreaterThan(10)
})

describeStreams()
describeOldestNode()
