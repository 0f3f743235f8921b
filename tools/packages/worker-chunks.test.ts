import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import { ROOT } from './packages.ts'

const WORKER = './e2e/hosts/informers.worker.ts'
const PAGE = `new Worker(new URL(${JSON.stringify(WORKER)}, import.meta.url), { type: 'module' })`

/** Bundles a page as Vite does; returns the chunks of its worker. */
async function workerChunks(): Promise<readonly Rolldown.OutputChunk[]> {
  const chunks: Rolldown.OutputChunk[] = []
  const page = `${ROOT}/page.js`
  const capture = {
    name: 'capture',
    generateBundle: (_: unknown, bundle: Rolldown.OutputBundle) => {
      for (const each of Object.values(bundle)) if (each.type === 'chunk') chunks.push(each)
    },
  }
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: id => (id === page ? id : undefined),
        load: id => (id === page ? PAGE : undefined),
      },
    ],
    resolve: { conditions: ['@kube-informer/source', 'module', 'browser', 'production'] },
    worker: { format: 'es', plugins: () => [capture] },
    build: { write: false, minify: false, rolldownOptions: { input: page } },
  })
  return chunks
}

// WebKit evaluates the file of a module worker again when a chunk imports it.
test('no chunk that a worker loads on demand imports the file of the worker', async () => {
  const chunks = await workerChunks()
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName)
  expect(entries).toHaveLength(1)
  expect(chunks.filter(({ isDynamicEntry }) => isDynamicEntry).length).toBeGreaterThan(2)
  const importing = chunks.filter(({ imports }) => imports.some(each => entries.includes(each)))
  expect(importing.map(({ name, imports }) => [name, imports])).toEqual([])
})
