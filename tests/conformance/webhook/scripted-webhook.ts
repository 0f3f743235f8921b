import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Certificates } from '../../../tools/test/certificates.ts'

/** What a scripted webhook does with a request. An object is sent as JSON. */
export type Reply =
  | {
      readonly body: string | object
      /** @default 200 */
      readonly status?: number
      /** @default 'application/json' */
      readonly contentType?: string
    }
  | 'never answers'
  | 'breaks off'

/** The parts of a review that the tests use. */
export interface Review {
  readonly apiVersion: string
  readonly kind: string
  readonly request: {
    readonly uid: string
    readonly dryRun?: boolean
    readonly operation?: string
    readonly desiredAPIVersion?: string
    readonly objects?: readonly ReviewedObject[]
  }
}

/** An object in a review. */
export interface ReviewedObject {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly [name: string]: unknown }
  readonly [name: string]: unknown
}

/** Makes a reply from a review. */
export type Script = (review: Review) => Reply

/** A server of webhooks whose answers are written by hand, right or wrong. */
export interface ScriptedWebhook {
  /** `https://127.0.0.1:1234` */
  readonly url: string
  /** Sets what a path answers. */
  on(path: string, script: Script): void
  /** Idempotent. */
  close(): Promise<void>
}

/** Starts a server with the server certificate. */
export async function startScriptedWebhook({ server: identity }: Certificates): Promise<ScriptedWebhook> {
  const scripts = new Map<string, Script>()
  const server = createServer(identity, async (incoming, outgoing) => {
    const script = scripts.get(pathOf(incoming))
    const review = JSON.parse(await text(incoming)) as Review
    send(script ? script(review) : { status: 404, body: 'no script' }, outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `https://127.0.0.1:${port}`,
    on: (path, script) => void scripts.set(path, script),
    close: async () => {
      if (!server.listening) return
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const pathOf = ({ url = '' }: IncomingMessage): string => new URL(url, 'https://webhook').pathname

function send(reply: Reply, outgoing: ServerResponse): void {
  if (reply === 'never answers') return
  if (reply === 'breaks off') {
    outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 })
    outgoing.write('{"apiVersion":"admission.k8s.io/v1","kind":"Admiss', () => outgoing.destroy())
    return
  }
  const { body, status = 200, contentType = 'application/json' } = reply
  outgoing.writeHead(status, { 'content-type': contentType })
  outgoing.end(typeof body === 'string' ? body : JSON.stringify(body))
}
