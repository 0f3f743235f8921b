import type { Sample, Setup } from '../bench-case.ts'
import { openPage } from './open-page.ts'
import { pacedPods } from './paced-pods.ts'

/** Chromium, with an apiserver behind the page's own origin that sends so many events a second. */
export async function run({ how, count, events, perSecond }: Setup): Promise<Sample> {
  const paced = { count: Number(count), events: Number(events), perSecond: Number(perSecond) }
  const { page, close } = await openPage(['commits-page', 'informers-worker'], pacedPods(paced))
  try {
    return await page.evaluate(options => globalThis.commits(options), { how: String(how), ...paced })
  } finally {
    await close()
  }
}
