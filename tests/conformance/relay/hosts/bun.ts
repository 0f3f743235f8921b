// bun run bun.js URL: prints its port; stops at the end of its input. `Bun.serve` takes the handler as it is.
import { relayOf } from '../relay-of.ts'

declare const Bun: {
  readonly argv: readonly string[]
  readonly stdin: { text(): Promise<string> }
  serve(options: {
    readonly hostname: string
    readonly port: number
    readonly idleTimeout: number
    readonly fetch: (request: Request) => Promise<Response>
  }): { readonly port: number; stop(): Promise<void> }
}

const stopping = new AbortController()
const relay = relayOf({ url: Bun.argv[2] ?? '' })
const running = relay.run(stopping.signal)
const server = Bun.serve({ hostname: '127.0.0.1', port: 0, idleTimeout: 0, fetch: relay.fetch })
console.log(server.port)
await Bun.stdin.text()
stopping.abort()
await running
await server.stop()
