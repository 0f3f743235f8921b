import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { Miniflare } from 'miniflare'
import { chromium } from 'playwright'
import { BROWSER_ARGS, findBrowser } from '../../../../tools/engines/installed-chromium.ts'
import { tool } from '../../../../tools/packages/packages.ts'
import { compiled } from '../compile.ts'
import type { Outcome, RuntimeName } from './environment.ts'
import { openYard } from './yard.ts'

type Outcomes = readonly Outcome[]

const execute = promisify(execFile)
/** Time limit for all cases of one runtime. */
export const SUITE_MS = 180_000

/** How each runtime runs the compiled suite. */
export const RUNTIMES: Readonly<Record<RuntimeName, () => Promise<Outcomes>>> = {
  Node: () => inProcess('Node', process.execPath, []),
  Bun: () => inProcess('Bun', tool('bun'), ['run']),
  Deno: () => inProcess('Deno', tool('deno'), ['run', '--no-config', '--no-lock', '--allow-net=127.0.0.1']),
  workerd: inWorkerd,
  'Chromium page': () => inChromium('page'),
  'Chromium worker': () => inChromium('worker'),
}

/** Runs the suite in a process. Open handles would keep it alive until the time limit. */
async function inProcess(name: RuntimeName, command: string, args: readonly string[]): Promise<Outcomes> {
  const yard = await openYard()
  try {
    const script = compiled('streams/process')
    const { stdout } = await execute(command, [...args, script, name, yard.url], { timeout: SUITE_MS })
    return JSON.parse(stdout) as Outcomes
  } finally {
    await yard.close()
  }
}

async function inWorkerd(): Promise<Outcomes> {
  const yard = await openYard()
  const worker = new Miniflare({
    modules: true,
    script: readFileSync(compiled('streams/workerd'), 'utf8'),
    compatibilityDate: '2026-07-01',
  })
  try {
    const response = await worker.dispatchFetch(`http://worker/?yard=${encodeURIComponent(yard.url)}`)
    return (await response.json()) as Outcomes
  } finally {
    await worker.dispose()
    await yard.close()
  }
}

async function inChromium(where: 'page' | 'worker'): Promise<Outcomes> {
  const script = (name: string) => readFileSync(compiled(`streams/${name}`), 'utf8')
  const yard = await openYard({
    '/': '<!doctype html><script type="module" src="/page.js"></script>',
    '/page.js': script('page'),
    '/worker.js': script('worker'),
  })
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    args: [...BROWSER_ARGS],
    ...(executablePath ? { executablePath } : {}),
  })
  try {
    const page = await browser.newPage()
    await page.goto(yard.url)
    return await page.evaluate(where => globalThis.runConformance(where), where)
  } finally {
    await browser.close()
    await yard.close()
  }
}
