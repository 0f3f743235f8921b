import { createKubeClient, createListWatch, type ListerWatcher } from '@kube-informer/core'
import { type Pod, pods } from '@kube-informer/testing'
import type { Sample, Setup } from '../bench-case.ts'
import { Chunks, inMemoryFetch } from '../pods/in-memory.ts'
import type { Form } from '../pods/informer.ts'
import { startStopwatch } from '../pods/stopwatch.ts'
import { encodeItems, encodeList, versionedPods } from '../pods/wire.ts'
import { median, ratiosOf } from '../statistics.ts'

const MANAGED_FIELDS = ['metadata.managedFields']

/** Unmeasured passes, so that the code is optimized, as in a program that has run for a while. */
const WARM_UP = 5

/** Times the passes alternately; case.ts explains them. */
export async function run(setup: Setup): Promise<Sample> {
  const { passes, form } = setup
  const full = [...versionedPods(setup)]
  const bare = full.map(withoutManagedFields)
  const fullBody = encodeList(encodeItems(full))
  const bareBody = encodeList(encodeItems(bare))
  const fullTexts = full.map(pod => JSON.stringify(pod))
  const bareTexts = bare.map(pod => JSON.stringify(pod))
  const times = await timesOf(Number(passes), {
    fullMs: list(fullBody, [], form),
    trimmedMs: list(fullBody, MANAGED_FIELDS, form),
    bareMs: list(bareBody, [], form),
    bareTrimmedMs: list(bareBody, MANAGED_FIELDS, form),
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

/** A list through the client. Its bytes are copied before the time starts, because they can be read only once. */
function list(body: Uint8Array, trim: readonly string[], form: Form): () => Pass {
  return () => {
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
