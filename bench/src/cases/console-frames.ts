import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright'
import type { BenchCase, Contender, Sample, Setup } from '../runner/bench-case.ts'
import { serveConsole } from '../support/servers.ts'

const frames = (name: string, setup: Setup): Contender => ({ name, run: scrollConsole, setup })

/** The frames of the console while its cluster changes. */
export const consoleFrames: BenchCase = {
  name: 'console-frames',
  description: 'Chromium, the console with {count} Pods, scrolled now and then, for {seconds} s',
  metrics: [
    { key: 'droppedFrames', unit: 'dropped frames' },
    { key: 'framesPerSecond', unit: 'frames/s', digits: 1 },
    { key: 'longTasks', unit: 'long tasks' },
    { key: 'longestMs', unit: 'ms, the longest' },
  ],
  setup: { count: 10_000, seconds: 30 },
  smoke: { count: 300, seconds: 2 },
  start: serveConsole,
  extra: true,
  contenders: [
    { ...frames('no events', { perSecond: 0 }), floor: true },
    frames('200 events a second', { perSecond: 200 }),
  ],
}

interface FramesSeen {
  readonly frames: number
  /** Frames that came later than one and a half times the usual interval, in missed intervals. */
  readonly dropped: number
  readonly longTasks: readonly number[]
}

declare global {
  var framesSeen: (() => FramesSeen) | undefined
}

/** Runs in the page: counts frames and long tasks from now on. */
function countFrames(): void {
  const INTERVAL_MS = 1_000 / 60
  const longTasks: number[] = []
  let frames = 0
  let dropped = 0
  let last = performance.now()
  const next = (now: number): void => {
    frames++
    dropped += Math.max(0, Math.round((now - last) / INTERVAL_MS) - 1)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  new PerformanceObserver(list => {
    longTasks.push(...list.getEntries().map(({ duration }) => duration))
  }).observe({ type: 'longtask' })
  globalThis.framesSeen = () => ({ frames, dropped, longTasks })
}

/** Measures the console while its cluster changes, from when it has listed everything. */
async function scrollConsole({ url, count, seconds, perSecond }: Setup): Promise<Sample> {
  const { withBrowser } = await import('../support/chromium/browser.ts')
  await setChurn(String(url), 0)
  return withBrowser(async ({ openTab }) => {
    const page = await openTab(String(url))
    await page.locator('[data-testid=status-link][data-link=live]').waitFor({ timeout: 120_000 })
    await page.locator('[data-testid=row][data-key]').first().waitFor()
    await setTimeout(3_000)
    await setChurn(String(url), Number(perSecond))
    await setTimeout(1_000)
    await page.evaluate(countFrames)
    await scrollFor(page, Number(seconds))
    const { frames, dropped, longTasks } = await page.evaluate(seen)
    await setChurn(String(url), 0)
    await expectRows(page, Number(count))
    return {
      droppedFrames: dropped,
      framesPerSecond: frames / Number(seconds),
      longTasks: longTasks.length,
      longestMs: Math.max(0, ...longTasks),
    }
  })
}

function seen(): FramesSeen {
  if (!globalThis.framesSeen) throw new Error('the page does not count frames')
  return globalThis.framesSeen()
}

/** Scrolls a few screens each second, as a reader does. */
async function scrollFor(page: Page, seconds: number): Promise<void> {
  await page.locator('[data-testid=row][data-key]').first().hover()
  for (let second = 0; second < seconds; second++) {
    await page.mouse.wheel(0, second % 10 < 7 ? 600 : -1_200)
    await setTimeout(1_000)
  }
}

async function setChurn(url: string, perSecond: number): Promise<void> {
  const body = JSON.stringify({ perSecond })
  const response = await fetch(`${url}/fake/_fake/churn`, { method: 'POST', body })
  if (!response.ok) throw new Error(`the churn cannot be set: ${await response.text()}`)
}

async function expectRows(page: Page, count: number): Promise<void> {
  const rows = Number(await page.getByTestId('resource-table').getAttribute('aria-rowcount'))
  if (rows < count * 0.9) throw new Error(`${rows} rows instead of about ${count}`)
}
