import type { BenchCase, Sample, Setup } from '../runner/bench-case.ts'
import { timeFirstList } from '../support/relay/first-list.ts'
import { needsLinux } from '../support/relay/needs-linux.ts'
import type { Workerd } from '../support/relay/start-workerd.ts'
import { relayWarmStart } from './relay-warm-start.ts'

/** `relay-warm-start` in a Durable Object. */
export const relayWorkerdWarmStart: BenchCase = {
  ...relayWarmStart,
  name: 'relay-workerd-warm-start',
  description:
    'a relay of {count} Pods of 7 KB in a Durable Object: from its start to the first byte of a list at resourceVersion=0',
  setup: { count: 10_000 },
  smoke: { count: 500 },
  contenders: relayWarmStart.contenders.map(contender => ({
    ...contender,
    run: startObject,
    missing: needsLinux,
  })),
}

/** From the start of a Durable Object, which has stored its state and ended before, to the bytes of its first list. */
async function startObject(setup: Setup): Promise<Sample> {
  const { startWorkerd } = await import('../support/relay/start-workerd.ts')
  const server = await startWorkerd('WarmRoot')
  try {
    // The first start compiles the code.
    await timeStart(server, setup)
    const sample = await timeStart(server, setup)
    if (setup.isWarm && sample.lists !== 0) throw new Error(`the apiserver received ${sample.lists} lists`)
    return sample
  } finally {
    await server.close()
  }
}

async function timeStart({ url }: Workerd, setup: Setup) {
  const query = new URLSearchParams({ upstream: String(setup.url), isWarm: String(setup.isWarm) })
  const times = await timeFirstList(path => fetch(`${url}${path}&${query}`), Number(setup.count))
  const lists = Number(await (await fetch(`${url}/lists`)).text())
  // The object ends, and with it connections to it. The next request must not use one of them.
  await fetch(`${url}/abort`).catch(() => undefined)
  while (!(await fetch(`${url}/lists`).catch(() => undefined))?.ok);
  return { ...times, lists }
}
