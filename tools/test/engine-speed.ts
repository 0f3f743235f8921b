import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDemo } from '../../e2e/preview.ts'
import type { Engine } from '../engines/engine.ts'
import type { EnginePage } from '../engines/engine-browser.ts'
import { installedEngines } from '../engines/find-engine.ts'
import { startEngine } from '../engines/start-engine.ts'

const FRAMES_MS = 4_000
const POLL_MS = 50
const WAIT_MS = 60_000

interface Sample {
  /** From the start of the navigation to the first rows of the table. */
  readonly firstRowsMs: number
  /** While 200 Pods change in a second. */
  readonly framesPerSecond: number
  readonly longestFrameMs: number
}

/** Polls the page until a function returns a value. A failed call during a navigation is not an error. */
async function until<T>(page: EnginePage, find: () => T | undefined, pollMs: number): Promise<T> {
  for (const end = performance.now() + WAIT_MS; performance.now() < end; await sleep(pollMs)) {
    const found = await page.evaluate(find).catch(() => undefined)
    if (found !== undefined && found !== null) return found
  }
  throw new Error(`timed out waiting for: ${find}`)
}

/** Runs in the page: the time since the start of the navigation, once the new page has rows. */
const timeWithRows = (): number | undefined =>
  !('isBeforeReload' in globalThis) &&
  document.querySelectorAll('[data-testid=first-row], [data-testid=row][data-key]').length > 10
    ? performance.now()
    : undefined

/** Runs in the page. */
function countFrames(forMs: number): Promise<{ readonly frames: number; readonly longestMs: number }> {
  return new Promise(resolve => {
    const start = performance.now()
    let [last, frames, longestMs] = [start, 0, 0]
    const frame = (now: number): void => {
      longestMs = Math.max(longestMs, now - last)
      last = now
      frames++
      if (now - start < forMs) requestAnimationFrame(frame)
      else resolve({ frames, longestMs })
    }
    requestAnimationFrame(frame)
  })
}

/** Runs in the page. */
const isKept = (): true | undefined =>
  (document.querySelector('[data-testid=status-link]')?.getAttribute('data-link') === 'live' &&
    / MB$/.test(document.querySelector('[data-testid=storage]')?.textContent ?? '')) ||
  undefined

async function measure(page: EnginePage): Promise<Sample> {
  await until(page, isKept, POLL_MS)
  const { frames, longestMs } = await page.evaluate(countFrames, FRAMES_MS)
  await page.evaluate(() => {
    Object.assign(globalThis, { isBeforeReload: true })
    location.reload()
  })
  const firstRowsMs = await until(page, timeWithRows, 5)
  return { firstRowsMs, framesPerSecond: (frames * 1000) / FRAMES_MS, longestFrameMs: longestMs }
}

async function round(engine: Engine, url: string): Promise<Sample> {
  const profile = mkdtempSync(join(tmpdir(), 'kube-informer-speed-'))
  const browser = await startEngine(engine, profile)
  const sample = await measure(await browser.open(url))
  await browser.kill()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  return sample
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Measures a reload of the demo and its frames in each engine, in rounds, and prints the medians. */
export async function measureEngines({
  rounds,
  pods,
}: {
  readonly rounds: number
  readonly pods: number
}): Promise<void> {
  const demo = await startDemo(['--pods', String(pods)])
  const samples = new Map<Engine, Sample[]>(installedEngines().map(engine => [engine, []]))
  for (let i = 0; i < rounds; i++)
    for (const [engine, taken] of samples) taken.push(await round(engine, demo.url))
  await demo.stop()
  print(samples)
}

function print(samples: ReadonlyMap<Engine, readonly Sample[]>): void {
  const chromium = median(samples.get('chromium')?.map(({ firstRowsMs }) => firstRowsMs) ?? [])
  for (const [engine, taken] of samples) {
    const of = (name: keyof Sample): number => median(taken.map(sample => sample[name]))
    const all = taken.map(({ firstRowsMs }) => Math.round(firstRowsMs)).join(', ')
    console.log(
      `${engine}: first rows ${Math.round(of('firstRowsMs'))} ms (${all}), ${(of('firstRowsMs') / chromium).toFixed(2)} of Chromium; ` +
        `${of('framesPerSecond').toFixed(0)} frames a second, the longest ${Math.round(of('longestFrameMs'))} ms`,
    )
  }
}
