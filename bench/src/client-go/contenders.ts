import { buildInformerBench } from '../../../tools/kubernetes/informer-bench/build.ts'
import type { Contender, Setup } from '../bench-case.ts'

const module = new URL('./run.ts', import.meta.url).href

/** client-go's informer, in another language and on as many cores as there are; it needs Go, once. */
const clientGo = (name: string, setup: Setup): Contender => ({
  name: `client-go 0.37 (Go), ${name}`,
  module,
  // Compiled before it starts.
  setup: { ...setup, warmUps: 0 },
  missing: ({ smoke }) => buildInformerBench({ onlyIfBuilt: smoke }),
})

/** How it gets its first state: by watch-list, its default, or by list, which a server answers in pages or whole. */
export const clientGoLists: readonly Contender[] = [
  { ...clientGo('JSON, watch-list', { mode: 'list', content: 'json', watchList: true }), extra: true },
  {
    ...clientGo('JSON, list in pages of 500', {
      mode: 'list',
      content: 'json',
      watchList: false,
      paged: true,
    }),
    extra: true,
  },
  clientGo('protobuf, watch-list', { mode: 'list', content: 'protobuf', watchList: true }),
  { ...clientGo('protobuf, list', { mode: 'list', content: 'protobuf', watchList: false }), extra: true },
]

/** How it reads a watch. */
export const clientGoWatches: readonly Contender[] = [
  { ...clientGo('JSON', { mode: 'watch', content: 'json', watchList: true }), extra: true },
  clientGo('protobuf', { mode: 'watch', content: 'protobuf', watchList: true }),
]
