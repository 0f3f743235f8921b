import { fileURLToPath } from 'node:url'
import { createFakeApiserver, generatePods, type Pod } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { renderPods } from '../test/render-pods.ts'

type Render = (server: string, token: string) => Promise<string>

const inNode: Render = async (server, token) => new Response(await renderPods(server, token)).text()

async function startWorkerd(): Promise<Render> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../test/workerd.ts', import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    conditions: ['@kube-informer/source', 'workerd'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  const script = outputFiles[0]?.text ?? ''
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-07-01' })
  onTestFinished(() => worker.dispose())
  return async (server, token) => {
    const url = `http://worker/?server=${encodeURIComponent(server)}`
    return (await worker.dispatchFetch(url, { headers: { 'x-token': token } })).text()
  }
}

describe.each<[string, () => Promise<Render>]>([
  ['Node', async () => inNode],
  ['workerd', startWorkerd],
])('in %s', (_runtime, start) => {
  const objects: readonly Pod[] = [...generatePods({ count: 200, seed: 1 })]
  let url = ''

  beforeEach(async () => {
    const server = createFakeApiserver({ objects, auth: { token: token => token === 'alice' } })
    const serving = await serve(server)
    url = serving.url
    return () => serving.close()
  })

  test('a stream has the rows of each user, marked as cached, and the state', async () => {
    const render = await start()
    const [alice, mallory] = await Promise.all([render(url, 'alice'), render(url, 'mallory')])
    const [, names] = /<p title="cached">([^<]*)<\/p>/.exec(alice) ?? []
    expect(names?.split(' ').toSorted()).toEqual(objects.map(({ metadata }) => metadata.name).toSorted())
    expect(alice).toContain('<b>200</b>')
    const [, state = ''] = /<script type="application\/json">(.*)<\/script>$/.exec(alice) ?? []
    expect(JSON.parse(state)).toMatchObject({ slices: [{ total: 200, isWhole: true }] })
    expect(mallory).toContain('<p title="none"></p>')
    expect(mallory).toContain('waiting')
    expect(objects.filter(({ metadata }) => mallory.includes(metadata.name))).toEqual([])
  })
})
