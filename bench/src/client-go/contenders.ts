import { buildInformerBench } from '../../../tools/kubernetes/informer-bench/build.ts'
import type { Contender, Setup } from '../bench-case.ts'

const module = new URL('./run.ts', import.meta.url).href

/** client-go's informer, in Go and on all cores. Building it requires Go once. */
const clientGo = (name: string, setup: Setup): Contender => ({
  name: `client-go 0.37 (Go), ${name}`,
  module,
  // Compiled before the measurement.
  setup: { ...setup, warmUps: 0 },
  missing: ({ smoke }) => buildInformerBench({ onlyIfBuilt: smoke }),
})

/** How it gets the initial list: by watch-list, its default, or by list, in pages or as a whole. */
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

/** The encodings of its watch. */
export const clientGoWatches: readonly Contender[] = [
  { ...clientGo('JSON', { mode: 'watch', content: 'json', watchList: true }), extra: true },
  clientGo('protobuf', { mode: 'watch', content: 'protobuf', watchList: true }),
]
