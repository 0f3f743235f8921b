import { setTimeout } from 'node:timers/promises'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { control, expectRequests } from '../support/chromium/control.ts'
import type { FramesSeen } from '../support/pages/frames-page.tsx'
import { servePages } from '../support/servers.ts'

const as = (name: string, setup: Setup): Contender => ({ name, run: countFrames, setup })

/** The frame rate of a page that shows a few Pods of a busy cluster. */
export const frames: BenchCase = {
  name: 'frames',
  description:
    'Chromium, a React table while a cluster is listed, and then each Pod changes 0.1 times a second',
  metrics: [
    { key: 'framesPerSecond', unit: 'frames/s', digits: 1 },
    { key: 'ofIdle', unit: 'of the idle page', digits: 3 },
    { key: 'ownLongTasks', unit: 'own long tasks' },
    { key: 'longTasks', unit: 'long tasks' },
    { key: 'syncKilobytes', unit: 'KB until shown', digits: 1 },
    { key: 'kilobytesPerSecond', unit: 'KB/s to the page', digits: 1 },
    { key: 'messagesPerSecond', unit: 'messages/s', digits: 1 },
  ],
  setup: {
    cluster: 'k8s',
    count: 10_000,
    perSecond: 1_000,
    seconds: 30,
    idleSeconds: 10,
    scripts: 'frames-page worker',
  },
  smoke: { count: 300, perSecond: 100, seconds: 2, idleSeconds: 1 },
  start: servePages,
  extra: true,
  contenders: [
    { ...as('the page, idle', { rows: 0 }), floor: true },
    as('50 rows of 10,000', { rows: 50 }),
    as('100 rows of 10,000', { rows: 100 }),
    // The same rate of events for each Pod as in the whole cluster.
    as('50 rows of 5,000', { rows: 50, cluster: 'half', share: 0.5 }),
  ],
}

/** Measures a page that is first idle, and then shows some Pods of a cluster while it is listed and while it changes. */
async function countFrames(setup: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  const { url, cluster, rows, seconds, idleSeconds } = setup
  const share = Number(setup.share ?? 1)
  const count = Number(setup.count) * share
  const perSecond = Number(setup.perSecond) * share
  const server = control(setup)
  await server.reset()
  const events = Number(seconds) * perSecond
  await server.prepare(events)
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(`${url}/frames-page`)
    const seen = () => page.evaluate(() => globalThis.seenSince())
    const wait = (seconds: Setup[string] | undefined) => setTimeout(Number(seconds) * 1_000)
    await wait(1)
    await seen()
    await wait(idleSeconds)
    const idle = await seen()
    if (!rows) {
      await wait(seconds)
      return sampleOf(idle, [await seen()])
    }
    const show = { cluster: String(cluster), count, rows: Number(rows) }
    await page.evaluate(options => globalThis.show(options), show)
    const syncing = await seen()
    await server.go(events, perSecond)
    await wait(seconds)
    const changing = await seen()
    // Waits until the last event is on the screen.
    await wait(1)
    const counts = await server.counts()
    expectRequests(counts, { lists: 1, openWatches: 1 })
    expectRows(await seen(), { rows: show.rows, total: counts.pods })
    return {
      ...sampleOf(idle, [syncing, changing]),
      syncKilobytes: syncing.bytes / 1_000,
      kilobytesPerSecond: changing.bytes / 1_000 / changing.seconds,
      messagesPerSecond: changing.messages / changing.seconds,
    }
  })
}

function sampleOf(idle: FramesSeen, busy: readonly FramesSeen[]): Sample {
  const longTasks = busy.flatMap(({ longTasks }) => longTasks)
  const ours = longTasks.filter(({ isOurs }) => isOurs)
  for (const { ms, scripts } of ours) console.error(`a long task of ${ms} ms: ${scripts.join(', ')}`)
  const framesPerSecond = rateOf(busy)
  return {
    framesPerSecond,
    ofIdle: framesPerSecond / rateOf([idle]),
    longTasks: longTasks.length,
    ownLongTasks: ours.length,
  }
}

function rateOf(times: readonly FramesSeen[]): number {
  const sum = (pick: (seen: FramesSeen) => number) => times.reduce((sum, seen) => sum + pick(seen), 0)
  return sum(({ frames }) => frames) / sum(({ seconds }) => seconds)
}

function expectRows(shown: FramesSeen, expected: { readonly rows: number; readonly total: number }): void {
  if (shown.rows !== expected.rows || shown.total !== expected.total) {
    throw new Error(`${shown.rows} rows of ${shown.total} instead of ${expected.rows} of ${expected.total}`)
  }
}
