import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFakeApiserver, generatePods } from '@kube-informer/apiserver'
import { requestListener } from '@kube-informer/apiserver/node'
import type { Setup } from '../bench-case.ts'
import { BARE_PAGE } from './bare-page.ts'

const DEMO = new URL('../../../demo/server/main.ts', import.meta.url)

/** Runs `npm start`, and serves a bare page with the same number of Pods. */
export async function start({ count }: Setup): Promise<Setup> {
  const demo = fork(DEMO, ['--pods', String(count), '--churn', '0'], {
    execArgv: ['--conditions=@kube-informer/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const isReady = once(demo, 'message')
  const bareUrl = await serveBarePage(Number(count))
  const [startUrl] = await isReady
  return { startUrl, bareUrl }
}

/** The server has encoded every Pod once before it listens, like that of the demo. */
async function serveBarePage(count: number): Promise<string> {
  const apiserver = createFakeApiserver({ objects: generatePods({ count, seed: 1 }) })
  const { body } = await apiserver.fetch('/api/v1/pods?resourceVersion=0')
  await body?.pipeTo(new WritableStream())
  const api = requestListener(apiserver)
  const server = createServer((request, response) => {
    if (request.url === '/') response.setHeader('content-type', 'text/html').end(BARE_PAGE)
    else api(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}/`
}
