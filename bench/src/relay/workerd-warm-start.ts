import type { Run, Setup } from '../bench-case.ts'
import { timeFirstList } from './first-list.ts'
import { startWorkerd, type Workerd } from './start-workerd.ts'

/** The same in a Durable Object, which ends and starts again. */
export const run: Run = async setup => {
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
