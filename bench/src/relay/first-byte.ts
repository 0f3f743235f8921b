import type { Run } from '../bench-case.ts'
import { median } from '../statistics.ts'

/** Lists of Pods over HTTP from the server that `from` names, until the first byte and until the last one. */
export const run: Run = async setup => {
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
