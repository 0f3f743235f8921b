import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BINARY } from '../../../tools/kubernetes/informer-bench/build.ts'
import type { Sample, Setup } from '../bench-case.ts'

/** Runs the binary, which checks its own results. */
export async function run(setup: Setup): Promise<Sample> {
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
