import type { Sample, Setup } from '../bench-case.ts'
import { serverOf } from '../pods/informer.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { loadFetch } from '../pods/stream.ts'

/** The floor over HTTP: the bytes of the response are read and discarded. */
export async function run(setup: Setup): Promise<Sample> {
  const url = serverOf(setup)
  await loadFetch(url)
  const stopwatch = startStopwatch()
  const response = await fetch(`${url}/api/v1/pods`)
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.length
  const lap = stopwatch()
  if (bytes < Number(setup.count)) throw new Error(`${bytes} bytes`)
  return lap
}
