import type { RequestListener, ServerResponse } from 'node:http'
import { encodeItems, encodeList, eventsOf, extentOf, versionedPods } from '../pods/wire.ts'

const TICK_MS = 10

/** An apiserver of Pods whose watch sends so many events a second, from when `/go` is asked for. */
export function pacedPods(setup: { count: number; events: number; perSecond: number }): RequestListener {
  const pods = [...versionedPods(setup)]
  const list = encodeList(encodeItems(pods))
  const lines = Array.from(
    eventsOf(pods, extentOf(setup)),
    ({ type, object }) => `${JSON.stringify({ type, object })}\n`,
  )
  let watch: ServerResponse | undefined
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    response.setHeader('content-type', 'application/json')
    if (pathname === '/go') {
      if (watch) send(watch, lines, (setup.perSecond * TICK_MS) / 1_000)
      response.end('{}')
    } else if (searchParams.has('watch')) {
      watch = response
      response.flushHeaders()
    } else response.end(list)
  }
}

function send(watch: ServerResponse, lines: readonly string[], each: number): void {
  const started = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    // By the clock, since a busy machine calls late.
    const due = Math.min(lines.length, Math.ceil(((performance.now() - started) / TICK_MS) * each))
    if (due > sent) watch.write(lines.slice(sent, due).join(''))
    sent = due
    if (sent === lines.length) clearInterval(timer)
  }, TICK_MS)
}
