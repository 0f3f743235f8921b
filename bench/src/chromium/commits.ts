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
    const session = await page.context().newCDPSession(page)
    // CPU time, so that other processes do not count.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    // Of the renderer's main thread, with layout and paint.
    await page.exposeFunction('mainThreadMs', async () => {
      const { metrics } = await session.send('Performance.getMetrics')
      return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
    })
    return page.evaluate(options => globalThis.commits(options), {
      how: String(how),
      count: Number(count),
      events: Number(events),
      perSecond: Number(perSecond),
    })
  })
}
