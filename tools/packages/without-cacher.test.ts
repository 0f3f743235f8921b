import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'
import { ROOT } from './packages.ts'

const CACHER = '@kube-informer/cacher'

/** What a page, a worker and a controller import, and a module that codegen wrote. */
const CLIENTS = [
  '@kube-informer/core',
  '@kube-informer/core/snapshot',
  '@kube-informer/worker',
  '@kube-informer/worker/host',
  '@kube-informer/worker/inline',
  '@kube-informer/react',
  '@kube-informer/react/hydration',
  '@kube-informer/react/query',
  '@kube-informer/react/server',
  '@kube-informer/controller',
  './examples/operator/src/generated/example.com/v1/widgets.ts',
] as const

/** The packages of this repository that a bundle of a module resolves, also those that tree shaking removes from it. */
async function resolvedBy(module: string): Promise<ReadonlySet<string>> {
  const resolved = new Set<string>()
  const observe: Plugin = {
    name: 'observe',
    setup({ onResolve }) {
      onResolve({ filter: /^@kube-informer\// }, ({ path }) => {
        resolved.add(path.split('/').slice(0, 2).join('/'))
        return undefined
      })
      onResolve({ filter: /^[^.@]/ }, ({ path, kind }) =>
        kind === 'entry-point' ? undefined : { path, external: true },
      )
    },
  }
  await build({
    stdin: { contents: `export * from '${module}'`, resolveDir: ROOT, loader: 'js' },
    bundle: true,
    format: 'esm',
    conditions: ['@kube-informer/source'],
    plugins: [observe],
    external: ['@tanstack/*'],
    write: false,
  })
  return resolved
}

test.each(CLIENTS)('a bundle of %s does not resolve the watch cache of servers', async module => {
  expect(await resolvedBy(module)).not.toContain(CACHER)
})

test('a bundle of the relay does', async () => {
  expect(await resolvedBy('@kube-informer/relay')).toContain(CACHER)
})
