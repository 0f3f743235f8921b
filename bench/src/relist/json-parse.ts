import { randomUUID } from 'node:crypto'
import type { Sample, Setup } from '../bench-case.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { loadFetch } from '../pods/stream.ts'

/** The floor: the second list is read and parsed, but not compared with the first. */
export async function run({ url, count }: Setup): Promise<Sample> {
  await loadFetch(url)
  const server = `${url}/${randomUUID()}`
  await (await fetch(`${server}/go`)).text()
  const stopwatch = startStopwatch()
  const response = await fetch(`${server}/api/v1/pods`)
  const list = JSON.parse(await response.text()) as { readonly items: readonly unknown[] }
  const lap = stopwatch()
  if (list.items.length !== count) throw new Error(`${list.items.length} items`)
  return lap
}
