import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { BROWSER_ARGS, findBrowser } from '../../tools/engines/installed-chromium.ts'

/** The host name of the attacker. The browser resolves it to this machine, as after DNS rebinding. */
const FOREIGN_HOST = 'evil.test'

const executablePath = findBrowser()

/** For `test.use({ launchOptions: FOREIGN_BROWSER })`: a browser that resolves the attacker's name to this machine. */
export const FOREIGN_BROWSER = {
  args: [...BROWSER_ARGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`],
  ...(executablePath ? { executablePath } : {}),
}

/** A site with one empty page. */
export interface ForeignSite {
  /** The page's URL under a host name that leads to this machine. @default evil.test */
  url(host?: string): string
  close(): Promise<void>
}

/** Serves an empty page on a port of this machine, under every host name. */
export async function serveForeignSite(): Promise<ForeignSite> {
  const http = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>another site</title>'),
  )
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    url: (host = FOREIGN_HOST) => `http://${host}:${port}/`,
    close: () =>
      new Promise(resolve => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

/** What a page of another site tries on a server. The paths continue `url`. */
export interface Target {
  /** The server, without a trailing slash: `http://127.0.0.1:8001`, `http://localhost:5173/k8s`. */
  readonly url: string
  /** The path of a GET. */
  readonly read: string
  /** The path and the JSON of a POST. */
  readonly write: { readonly path: string; readonly json: string }
  /** The path of a watch that begins with an event. */
  readonly watch: string
}

/**
 * What the page saw of each attempt: `failed`, `sent` if it cannot see the response, otherwise the status and the text.
 * Whether a write that was `sent` had an effect is visible on the server only.
 */
export interface Outcomes {
  readonly read: string
  /** A POST without a content type, which needs no preflight. */
  readonly postBlob: string
  /** The same, whose `Origin` is `null`. */
  readonly postWithoutReferrer: string
  readonly postForm: string
  /** The first message. */
  readonly webSocket: string
}

/** Tries everything from the page that is open in the tab. */
export const attackFrom = (page: Page, target: Target): Promise<Outcomes> => page.evaluate(attemptAll, target)

/** Runs in the page, and can use nothing else of this module. */
async function attemptAll({ url, read, write, watch }: Target): Promise<Outcomes> {
  const seen = (path: string, init?: RequestInit): Promise<string> =>
    fetch(url + path, init).then(
      async answer => (answer.type === 'opaque' ? 'sent' : `${answer.status} ${await answer.text()}`),
      () => 'failed',
    )
  const post = (init: RequestInit = {}): Promise<string> =>
    seen(write.path, { method: 'POST', mode: 'no-cors', body: new Blob([write.json]), ...init })
  const postForm = (): Promise<string> =>
    new Promise(resolve => {
      document.body.insertAdjacentHTML('beforeend', '<iframe name="answer"></iframe><form target="answer">')
      const [frame, form] = [document.querySelector('iframe'), document.querySelector('form')]
      const input = form?.appendChild(document.createElement('input'))
      if (!frame || !form || !input) throw new Error('the page has no form')
      Object.assign(form, { action: url + write.path, method: 'post', enctype: 'text/plain' })
      // The body is `name=value`, which is JSON together.
      input.name = write.json.replace(/}\s*$/, ',"rest":"')
      input.value = '"}'
      frame.addEventListener('load', () => resolve('sent'))
      form.submit()
    })
  const webSocket = (): Promise<string> =>
    new Promise(resolve => {
      const socket = new WebSocket(url.replace('http', 'ws') + watch)
      socket.onmessage = ({ data }) => {
        resolve(String(data))
        socket.close()
      }
      socket.onclose = () => resolve('failed')
    })
  return {
    read: await seen(read),
    postBlob: await post(),
    postWithoutReferrer: await post({ referrerPolicy: 'no-referrer' }),
    postForm: await postForm(),
    webSocket: await webSocket(),
  }
}

/** The same server under the attacker's name: the origin of a page after DNS rebinding. */
export function reboundUrl(url: string): string {
  const rebound = new URL(url)
  rebound.hostname = FOREIGN_HOST
  return rebound.href.replace(/\/$/, '')
}
