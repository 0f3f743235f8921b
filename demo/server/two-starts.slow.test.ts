import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const MAIN = new URL('./main.ts', import.meta.url)
const TIMEOUT_MS = 120_000

const running: ChildProcess[] = []

/** Runs `npm start`, and resolves with its URL. */
async function start(): Promise<{ readonly url: string; readonly stop: () => Promise<unknown> }> {
  const { PORT, ...env } = process.env
  const demo = fork(MAIN, ['--pods', '10', '--churn', '0'], {
    ...{ env, execArgv: ['--conditions=@kube-informer/source'] },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.push(demo)
  const [url] = (await once(demo, 'message')) as [string]
  const stop = (): Promise<unknown> => {
    const isGone = once(demo, 'exit')
    demo.disconnect()
    return isGone
  }
  return { url, stop }
}

afterEach(() => {
  for (const demo of running.splice(0)) demo.kill()
})

/** The codes of the page and of its scripts and styles. */
async function codesOf(url: string): Promise<readonly number[]> {
  const page = await fetch(url)
  const files = (await page.text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)
  const answers = [...files].map(([, file = '']) => fetch(new URL(file, url)).then(({ status }) => status))
  return [page.status, ...(await Promise.all(answers))]
}

test('a page is served while another npm start builds, and after it has ended', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await start()
  const codes = new Set(await codesOf(first.url))
  let second: Awaited<ReturnType<typeof start>> | undefined
  const isReady = start().then(started => {
    second = started
  })
  while (second === undefined) for (const code of await codesOf(first.url)) codes.add(code)
  await isReady
  expect([...codes]).toEqual([200])
  expect(new Set(await codesOf(second.url))).toEqual(codes)
  await second.stop()
  expect(new Set(await codesOf(first.url))).toEqual(codes)
})
