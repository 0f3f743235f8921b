import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'
import { serveRelayOfPods } from '../support/servers.ts'

/** Lists from a relay whose cache is filled. */
export const relayWarmList: BenchCase = {
  name: 'relay-warm-list',
  extra: true,
  description:
    'a list of {count} Pods of 7 KB over HTTP: until its first byte, and lists that the apiserver received',
  metrics: [
    { key: 'firstByteMs', unit: 'ms', digits: 1 },
    { key: 'lastByteMs', unit: 'ms to the last byte' },
    { key: 'lists', unit: 'lists of the apiserver' },
  ],
  setup: { count: 10_000, lists: 3 },
  smoke: { count: 200, lists: 2 },
  start: serveRelayOfPods,
  contenders: [
    {
      name: 'the fake apiserver',
      run: readLists,
      setup: { from: 'upstream', query: '' },
      floor: true,
    },
    {
      name: 'relay, resourceVersion=0',
      run: readLists,
      setup: { from: 'relay', query: 'resourceVersion=0', isFromCache: true },
    },
    { name: 'relay, consistent', run: readLists, setup: { from: 'relay', query: '' } },
  ],
}

/** Lists of Pods over HTTP from the server that `from` names, until the first byte and until the last one. */
async function readLists(setup: Setup): Promise<Sample> {
  const { from, query, isFromCache, count, lists, upstream } = setup
  const before = await upstreamLists(String(upstream))
  const firsts: number[] = []
  const wholes: number[] = []
  for (let list = 0; list < Number(lists); list++) {
    const { first, whole, bytes } = await readList(`${setup[String(from)]}/api/v1/pods?${query}`)
    if (bytes < Number(count) * 6000) throw new Error(`${bytes} bytes`)
    firsts.push(first)
    wholes.push(whole)
  }
  const sent = (await upstreamLists(String(upstream))) - before
  if (sent > 0 && isFromCache) throw new Error(`the apiserver received ${sent} lists`)
  return { firstByteMs: median(firsts), lastByteMs: median(wholes), lists: sent / Number(lists) }
}

/** The lists that the fake apiserver has received. One object is listed to learn the current resourceVersion. */
async function upstreamLists(url: string): Promise<number> {
  const response = await fetch(`${url}/_fake/requests?kind=list&resource=pods`)
  const requests = (await response.json()) as { readonly query: { readonly limit?: string } }[]
  return requests.filter(({ query: { limit } }) => limit !== '1').length
}

async function readList(url: string) {
  const started = performance.now()
  const { body, ok } = await fetch(url)
  if (!body || !ok) throw new Error(`${url} has no list`)
  let first = 0
  let bytes = 0
  for await (const chunk of body) {
    first ||= performance.now() - started
    bytes += chunk.length
  }
  return { first, whole: performance.now() - started, bytes }
}
