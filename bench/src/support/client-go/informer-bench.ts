import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BINARY, buildInformerBench } from '../../../../tools/kubernetes/informer-bench/build.ts'
import type { Contender, Sample, Setup } from '../../runner/bench-case.ts'

/** client-go's informer, in Go and on all cores. Building it requires Go once. */
const clientGo = (name: string, setup: Setup): Contender => ({
  name: `client-go 0.37 (Go), ${name}`,
  run: runInformer,
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

/** Runs the binary, which checks its own results. */
async function runInformer(setup: Setup): Promise<Sample> {
  const { mode, count, listed = count, events = 0, content, watchList } = setup
  const flags = { url: urlOf(setup), mode, content, count, listed, events }
  const { stdout } = await promisify(execFile)(
    BINARY,
    Object.entries(flags).map(([name, value]) => `-${name}=${value}`),
    { env: { ...process.env, KUBE_FEATURE_WatchListClient: String(watchList) } },
  )
  return JSON.parse(stdout) as Sample
}

function urlOf({ url, protobufUrl, content, paged }: Setup): string {
  if (content === 'protobuf') return String(protobufUrl)
  return paged ? `${url}/paged` : String(url)
}
