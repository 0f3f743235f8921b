// The main journey of the demo in each engine, on the server of `npm start` and on msw: the table, the filter, live changes.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from '@playwright/test'
import type { Engine } from '../../tools/engines/engine.ts'
import type { EnginePage } from '../../tools/engines/engine-browser.ts'
import { findEngine } from '../../tools/engines/find-engine.ts'
import { startEngine } from '../../tools/engines/start-engine.ts'
import { type Served, startDemo } from '../preview.ts'
import { generatedPods } from './generated-pods.ts'

const PODS = 2_000

interface WorkerFixtures {
  readonly engine: Engine
  readonly started: Served
}

interface TestFixtures {
  /** Opens a path of the demo. A screenshot of its last state is among the results. */
  readonly openDemo: (path: string) => Promise<EnginePage>
}

const test = base.extend<TestFixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  started: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright derives a fixture's dependencies from its parameter
    async ({}, use) => {
      const demo = await startDemo(['--pods', String(PODS)])
      await use(demo)
      await demo.stop()
    },
    { scope: 'worker' },
  ],
  openDemo: async ({ engine, started }, use, info) => {
    base.skip(findEngine(engine) === undefined, `${engine} is not installed`)
    const profile = await mkdtemp(join(tmpdir(), 'kube-informer-demo-'))
    const browser = await startEngine(engine, profile)
    const pages: EnginePage[] = []
    await use(async path => {
      const page = await browser.open(`${started.url}${path}`)
      pages.push(page)
      return page
    })
    for (const page of pages) {
      await page.evaluate(afterFrames)
      await writeFile(info.outputPath(`${engine}.png`), await page.screenshot())
    }
    await browser.kill()
    await rm(profile, { recursive: true, force: true, maxRetries: 5 })
  },
})

/** Resolves when what is in the document has been painted. Runs in the page. */
const afterFrames = (): Promise<unknown> =>
  new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** What the console shows. Runs in the page. */
function shown(): {
  readonly objects: number
  readonly link: string | null | undefined
  readonly rows: string[]
} {
  const find = (id: string): Element | null => document.querySelector(`[data-testid=${id}]`)
  const rows = [...document.querySelectorAll<HTMLElement>('[data-testid=row][data-key]')]
  return {
    objects: Number(find('status-objects')?.textContent?.replaceAll(',', '') ?? 0),
    link: find('status-link')?.getAttribute('data-link'),
    rows: rows.map(({ dataset }) => dataset.key ?? ''),
  }
}

const eventsOf = (page: EnginePage): Promise<number> =>
  page.evaluate(() => Number(document.querySelector('[data-testid=status-events]')?.textContent ?? 0))

for (const [server, path] of [
  ['the server of npm start', '/'],
  ['msw', `/?mock&pods=${PODS}`],
] as const)
  test(`the table of Pods is complete, live and filtered on ${server}`, { tag: '@smoke' }, async ({
    openDemo,
  }) => {
    const page = await openDemo(path)
    await expect.poll(() => page.evaluate(shown)).toMatchObject({ link: 'live' })
    await expect.poll(async () => (await page.evaluate(shown)).objects).toBeGreaterThanOrEqual(PODS)
    await expect.poll(() => eventsOf(page)).toBeGreaterThan(20)

    const { namespace, name } = generatedPods(PODS)[700]?.metadata ?? {}
    await page.evaluate(() =>
      document.querySelector<HTMLElement>('[role=combobox][aria-label=Filter]')?.focus(),
    )
    await page.type(name ?? '')
    await expect.poll(async () => (await page.evaluate(shown)).rows).toEqual([`${namespace}/${name}`])
  })
