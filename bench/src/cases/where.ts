import type { Pod } from '@kube-informer/testing'
import type { Connection, Slice, SliceFilter } from '@kube-informer/worker'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { medianLap } from '../support/measure/median-lap.ts'
import { parseTexts } from '../support/pods/parse-texts.ts'

const query = (name: string, where: string): Contender => ({ name, run: queryCache, setup: { where } })

/**
 * A new query over a cache that is complete: from the subscription to the state with the first 50 rows and the total. Each
 * pass is another query, so that nothing is remembered. Page and host share one thread, so that the time is all of both.
 */
export const where: BenchCase = {
  name: 'where',
  description: 'a new query over {count} Pods of 4.8 kB: until a page has its first 50 rows and the total',
  metrics: [
    { key: 'cpuMs', unit: 'CPU ms', digits: 0 },
    { key: 'ms', unit: 'ms', digits: 0 },
  ],
  setup: { count: 100_000, passes: 7 },
  smoke: { count: 500, passes: 1 },
  short: { setup: { count: 20_000 }, bestOf: 1 },
  contenders: [
    { name: 'JSON.parse of the text of each Pod', run: parseTexts, floor: true },
    query('three terms, decided by the last value of the text', 'last'),
    query('three terms, decided by the first value for most Pods', 'first'),
    query('a condition by its type', 'condition'),
    query('three words in three paths', 'text'),
    query('a regular expression on the name', 'pattern'),
  ],
}

const SEARCHED = ['status.phase', 'spec.nodeName', 'metadata.name']
const valuesOf = (pod: Pod) => [pod.status?.phase ?? '', pod.spec?.nodeName ?? '', pod.metadata.name]
const ready = (pod: Pod) => pod.status?.conditions?.find(({ type }) => type === 'Ready')?.status

/** The filter of a pass, and whether it accepts a Pod. A filter differs from the previous one, with the same result. */
const QUERIES: Readonly<Record<string, readonly [(pass: number) => SliceFilter, (pod: Pod) => boolean]>> = {
  last: [
    pass => ({
      where: {
        and: [
          { path: 'status.phase', in: ['Pending', `${pass}`] },
          { path: 'spec.nodeName', exists: true },
          { path: "metadata.labels['app']", exists: true },
        ],
      },
    }),
    pod => pod.status?.phase === 'Pending' && pod.spec?.nodeName !== undefined,
  ],
  first: [
    pass => ({
      where: {
        and: [
          { path: 'status.phase', in: ['Running', `${pass}`] },
          { path: 'spec.nodeName', prefix: 'ip-10-20-1' },
          { path: 'metadata.namespace', eq: 'default' },
        ],
      },
    }),
    pod =>
      pod.metadata.namespace === 'default' &&
      pod.status?.phase === 'Running' &&
      pod.spec?.nodeName?.startsWith('ip-10-20-1') === true,
  ],
  condition: [
    pass => ({ where: { path: 'status.conditions[?(@.type=="Ready")].status', in: ['False', `${pass}`] } }),
    pod => ready(pod) === 'False',
  ],
  text: [
    pass => ({ text: `${'running'.slice(0, 3 + (pass % 5))} ip-10-20-1 ap`, textIn: SEARCHED }),
    pod =>
      ['runn', 'ip-10-20-1', 'ap'].every(word =>
        valuesOf(pod).some(value => value.toLowerCase().includes(word)),
      ),
  ],
  pattern: [
    pass => ({ where: { path: 'metadata.name', matches: `^(a|w).*[a-f]$|^${pass}$` } }),
    pod => /^(a|w).*[a-f]$/.test(pod.metadata.name),
  ],
}

/** Measures queries over a cache that was listed before. */
async function queryCache(setup: Setup): Promise<Sample> {
  const { cachedPods } = await import('../support/pods/cached-pods.ts')
  const { pods } = await import('@kube-informer/testing')
  const { defineInformers } = await import('@kube-informer/worker')
  const { connectInline } = await import('@kube-informer/worker/inline')
  const { startPodServer } = await import('../support/slices/pod-server.ts')
  const [filterOf, accepts] = QUERIES[String(setup.where)] ?? []
  if (!filterOf || !accepts) throw new Error(`no query ${setup.where}`)
  let expected = 0
  for (const pod of cachedPods(setup)) if (accepts(pod)) expected++
  const connection: Connection = connectInline(defineInformers({ pods: { resource: pods } }), {
    baseUrl: 'http://memory',
    fetch: startPodServer(() => cachedPods(setup)).fetch,
  })
  const total = (slice: Slice) =>
    new Promise<number>(resolve => {
      const leave = connection.subscribe({ resource: 'pods', slice }, state => {
        if (state.status.error) throw state.status.error
        if (state.status.data === 'complete') resolve(state.total)
      })
      leaving.push(leave)
    })
  const leaving: (() => void)[] = []
  // Stays subscribed, so that the informer keeps its rows.
  await total({ window: { offset: 0, limit: 0 } })
  const sample = await medianLap(Number(setup.passes), async pass => {
    const found = await total({ filter: filterOf(pass), window: { offset: 0, limit: 50 } })
    if (found !== expected) throw new Error(`${found} Pods instead of ${expected}`)
    leaving.pop()?.()
  })
  connection.close()
  return sample
}
