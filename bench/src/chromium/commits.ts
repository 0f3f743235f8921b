import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from './browser.ts'
import { control } from './control.ts'

/** Measures React in Chromium, with an apiserver on the page's origin that sends events at a fixed rate. */
export async function run(setup: Setup): Promise<Sample> {
  const { url, how, count, events, perSecond } = setup
  const server = control(setup)
  await server.reset()
  await server.prepare(Number(events))
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/commits-page`)
    return page.evaluate(options => globalThis.commits(options), {
      how: String(how),
      count: Number(count),
      events: Number(events),
      perSecond: Number(perSecond),
    })
  })
}
