import { type ChildProcess, fork } from 'node:child_process'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { median } from '../runner/statistics.ts'
import { serveRelayOfPods } from '../support/servers.ts'

/** What the other users of a relay wait while one user opens many watches and reads none of them. */
export const relayBurst: BenchCase = {
  name: 'relay-burst',
  extra: true,
  description:
    'GETs of a cached Pod and of /livez while another user opens watches with distinct selectors on {count} Pods of 7 KB',
  metrics: [
    { key: 'getMs', unit: 'ms for the longest GET', digits: 1 },
    { key: 'livezMs', unit: 'ms for the longest /livez', digits: 1 },
    { key: 'medianMs', unit: 'ms for the median GET', digits: 1 },
  ],
  setup: { count: 3000, seconds: 6 },
  smoke: { count: 100, seconds: 0.3 },
  start: serveRelayOfPods,
  contenders: [
    { name: 'an idle relay', run: readDuring, setup: { watches: 0 }, floor: true },
    { name: '300 unread watches', run: readDuring, setup: { watches: 300 } },
    { name: '900 unread watches', run: readDuring, setup: { watches: 900 } },
  ],
}

/** The watches are those of another process: this one measures, so it must not open them. */
async function readDuring({ relay, watches, seconds }: Setup): Promise<Sample> {
  const { Agent } = await import('node:http')
  const pod = await firstPod(String(relay))
  const read = (path: string, until: number) =>
    readUntil(until, `${relay}${path}`, new Agent({ keepAlive: true, maxSockets: 1 }))
  await Promise.all([read(pod, performance.now() + 300), read('/livez', performance.now() + 300)])
  const end = performance.now() + Number(seconds) * 1000
  const burst = openWatches(new URL(String(relay)).port, Number(watches))
  const [gets, probes] = await Promise.all([read(pod, end), read('/livez', end)])
  burst?.kill()
  return { getMs: Math.max(...gets), livezMs: Math.max(...probes), medianMs: median(gets) }
}

function openWatches(port: string, count: number): ChildProcess | undefined {
  const script = new URL('../support/relay/unread-watches.ts', import.meta.url)
  return count > 0 ? fork(script, [port, String(count)]) : undefined
}

/** The path of one Pod in the cache. */
async function firstPod(relay: string): Promise<string> {
  const response = await fetch(`${relay}/api/v1/pods?resourceVersion=0`)
  const { items } = (await response.json()) as {
    items: { metadata: { namespace: string; name: string } }[]
  }
  const { namespace, name } = items[0]?.metadata ?? { namespace: '', name: '' }
  return `/api/v1/namespaces/${namespace}/pods/${name}?resourceVersion=0`
}

/** Requests one after the other, with a pause of 5 ms, and returns how long each took in ms. */
async function readUntil(end: number, url: string, agent: import('node:http').Agent): Promise<number[]> {
  const { request } = await import('node:http')
  const { setTimeout: pause } = await import('node:timers/promises')
  const times: number[] = []
  while (performance.now() < end) {
    const started = performance.now()
    await new Promise<void>((resolve, reject) => {
      const sent = request(url, { agent, headers: { Authorization: 'Bearer reader' } }, response => {
        if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
        response.resume().once('end', resolve)
      })
      sent.once('error', reject).end()
    })
    times.push(performance.now() - started)
    await pause(5)
  }
  return times
}
