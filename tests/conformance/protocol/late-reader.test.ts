import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createKubeClient } from '@kube-informer/core'
import { pods } from '@kube-informer/testing'
import { expect, onTestFinished, test } from 'vitest'

const LINE = JSON.stringify({ type: 'ADDED', object: { metadata: { name: 'a', namespace: 'n' } } })

/** Node closes the connection of a Response that is garbage-collected before its body is read. */
test('an unread watch stays open until its first read', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const watched = Promise.withResolvers<ServerResponse>()
  const http = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
    watched.resolve(response)
  })
  onTestFinished(() => void http.close().closeAllConnections())
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const client = createKubeClient({ baseUrl: `http://127.0.0.1:${port}` })

  const events = await client.watch(pods, { resourceVersion: '1' })
  const response = await watched.promise
  const closed = new Promise(resolve => response.once('close', () => resolve('closed')))
  let answer: unknown
  // Finalizers run in later iterations of the event loop, so one collection is not enough.
  for (let attempt = 0; attempt < 5 && answer === undefined; attempt++) {
    collectGarbage()
    answer = await Promise.race([closed, new Promise(resolve => setImmediate(resolve))])
  }
  response.end(`${LINE}\n`)
  const { value } = await events[Symbol.asyncIterator]().next()
  expect(value).toMatchObject([{ type: 'ADDED' }])
})
