import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Setup } from '../../runner/bench-case.ts'
import { BARE_PAGE, BARE_PATH, STATIC_PAGE, STATIC_PATH } from './bare-page.ts'

/** Pages that the server adds to those of the console. */
const PAGES: Readonly<Record<string, string>> = { [BARE_PATH]: BARE_PAGE, [STATIC_PATH]: STATIC_PAGE }

/** The page of the console's server whose place they take, so that they take as long to arrive. */
const REPLACED = '/minimal.html'

const DEMO = new URL('../../../../demo/server/main.ts', import.meta.url)

/** Runs `npm start`, and a server that adds the bare pages to it: all pages then have the same server in front. */
export async function start({ count }: Setup): Promise<Setup> {
  const demo = fork(DEMO, ['--pods', String(count), '--churn', '0'], {
    execArgv: ['--conditions=@kube-informer/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [consoleUrl] = (await once(demo, 'message')) as [string]
  const server = createServer((request, response) => {
    const { method, headers, url = '/' } = request
    const page = PAGES[url]
    const target = new URL(page === undefined ? url : REPLACED, consoleUrl)
    const forwarded = send(target, { method, headers }, answer => {
      if (page !== undefined) {
        answer.resume().on('end', () => response.setHeader('content-type', 'text/html').end(page))
        return
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      response.flushHeaders()
      answer.pipe(response)
    })
    response.on('close', () => forwarded.destroy())
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  })
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://localhost:${port}` }
}
