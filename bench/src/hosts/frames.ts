import { setTimeout } from 'node:timers/promises'
import type { Sample, Setup } from '../bench-case.ts'
import { withBrowser } from '../chromium/browser.ts'
import { control, expectRequests } from '../chromium/control.ts'
import type { FramesSeen } from './frames-page.tsx'

/** Measures a page that is first idle, and then shows some Pods of a cluster while it is listed and while it changes. */
export async function run(setup: Setup): Promise<Sample> {
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
