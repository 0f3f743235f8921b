import type { ListerWatcher, MemberPath } from '@kube-informer/core'
import type { Pod } from '@kube-informer/testing'
import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { median, ratiosOf } from '../runner/statistics.ts'
import { startStopwatch } from '../support/measure/stopwatch.ts'
import { Chunks, inMemoryFetch } from '../support/pods/in-memory.ts'
import type { Form } from '../support/pods/informer.ts'

/**
 * The cost of trimming `metadata.managedFields`, compared with the parsing that it saves. Four lists and two parses alternate
 * in one warm process; the result is the median CPU time of each, which other load on the machine does not affect. The Pods
 * have nothing in common, so that everything that is not trimmed is parsed:
 *
 *     full         the Pods, nothing trimmed
 *     trimmed      the same bytes, managedFields trimmed
 *     bare         Pods that have no managedFields, nothing trimmed
 *     bareTrimmed  the same bytes, trimming enabled without effect
 *     parse        `JSON.parse` of each Pod's text, with its managedFields and without: `saved` is the difference
 *
 * If trimming were free, `trimmed` would equal `full - saved`: both include reading and splitting the bytes. So the cost is
 * `trimmed - (full - saved)`, and its share is `cost / saved`. The cost is net of further savings, such as not decoding
 * the trimmed bytes, and may be negative; at 100 %, trimming takes as long as it saves. Without anything to trim, the
 * share is `bareTrimmed / bare - 1` of the same pass.
 *
 * Rows are not parsed on arrival, so trimming saves nothing, and only the latter share applies to them.
 */
export const trimCost: BenchCase = {
  name: 'trim-cost',
  extra: true,
  description:
    '2,000 realistic Pods, managedFields trimmed: cost as a share of the parse time saved; overhead without anything to trim',
  metrics: [
    { key: 'costShare', unit: 'cost % of saved', digits: 1 },
    { key: 'vainShare', unit: 'overhead %', digits: 1 },
    { key: 'savedMs', unit: 'saved ms', digits: 1 },
    { key: 'fullMs', unit: 'full ms', digits: 1 },
    { key: 'trimmedMs', unit: 'trimmed ms', digits: 1 },
    { key: 'bareMs', unit: 'bare ms', digits: 1 },
    { key: 'bareTrimmedMs', unit: 'bare trimmed ms', digits: 1 },
  ],
  setup: { count: 2_000, apps: 2_000, passes: 25 },
  smoke: { count: 100, apps: 100, passes: 2 },
  contenders: [
    { name: 'kube-informer, form: object', run: measureLists, setup: { form: 'object' }, floor: true },
    { name: 'kube-informer, form: row', run: measureLists, setup: { form: 'row' } },
  ],
}

const MANAGED_FIELDS: readonly MemberPath<Pod>[] = ['metadata.managedFields']

/** Unmeasured passes, so that the code is optimized, as in a program that has run for a while. */
const WARM_UP = 5

/** Times the passes alternately. */
async function measureLists(setup: Setup): Promise<Sample> {
  const { encodeItems, encodeList, versionedPods } = await import('../support/pods/wire.ts')
  const { passes, form } = setup
  const full = [...versionedPods(setup)]
  const bare = full.map(withoutManagedFields)
  const fullBody = encodeList(encodeItems(full))
  const bareBody = encodeList(encodeItems(bare))
  const fullTexts = full.map(pod => JSON.stringify(pod))
  const bareTexts = bare.map(pod => JSON.stringify(pod))
  const list = await listOf(form)
  const times = await timesOf(Number(passes), {
    fullMs: list(fullBody, []),
    trimmedMs: list(fullBody, MANAGED_FIELDS),
    bareMs: list(bareBody, []),
    bareTrimmedMs: list(bareBody, MANAGED_FIELDS),
    fullParseMs: () => parse(fullTexts),
    bareParseMs: () => parse(bareTexts),
  })
  const lists = {
    fullMs: median(times.fullMs),
    trimmedMs: median(times.trimmedMs),
    bareMs: median(times.bareMs),
    bareTrimmedMs: median(times.bareTrimmedMs),
    vainShare: (median(ratiosOf(times.bareTrimmedMs, times.bareMs)) - 1) * 100,
  }
  if (form === 'row') return lists
  const savedMs = median(times.fullParseMs) - median(times.bareParseMs)
  const costMs = lists.trimmedMs - (lists.fullMs - savedMs)
  return { ...lists, savedMs, costShare: (costMs / savedMs) * 100 }
}

function withoutManagedFields(pod: Pod): Pod {
  const { managedFields: _, ...metadata } = pod.metadata
  return { ...pod, metadata }
}

/** One pass; returns the number of objects. */
type Pass = () => Promise<number>

/** Lists through the client. The bytes are copied before the time starts, because they can be read only once. */
async function listOf(
  form: Form,
): Promise<(body: Uint8Array, trim: readonly MemberPath<Pod>[]) => () => Pass> {
  const { createKubeClient, createListWatch } = await import('@kube-informer/core')
  const { pods } = await import('@kube-informer/testing')
  return (body, trim) => () => {
    const fetch = inMemoryFetch({ list: new Chunks(body) })
    const client = createKubeClient({ baseUrl: 'http://memory', fetch })
    const listerWatcher: ListerWatcher<unknown> =
      form === 'row'
        ? createListWatch(client, pods, { form: 'row', trim, encoding: 'json' })
        : createListWatch(client, pods, { trim })
    const { signal } = new AbortController()
    return async () => (await listerWatcher.list({}, { signal })).items.length
  }
}

function parse(texts: readonly string[]): Pass {
  return async () => texts.map(text => JSON.parse(text)).length
}

/** The time of each pass, in ms of CPU time. */
async function timesOf<TName extends string>(
  passes: number,
  prepared: Readonly<Record<TName, () => Pass>>,
): Promise<Record<TName, readonly number[]>> {
  const names = Object.keys(prepared) as TName[]
  const times = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<TName, number[]>
  for (let pass = -WARM_UP; pass < passes; pass++) {
    // Each round starts with a different pass, so that the order does not favor one of them.
    names.push(...names.splice(0, 1))
    for (const name of names) {
      const take = prepared[name]()
      // Collects the garbage of the previous pass first.
      globalThis.gc?.()
      const stopwatch = startStopwatch()
      const made = await take()
      if (pass >= 0) times[name].push(stopwatch().cpuMs)
      if (made === 0) throw new Error(`${name}: nothing`)
    }
  }
  return times
}
