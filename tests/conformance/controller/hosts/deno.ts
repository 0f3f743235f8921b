// A function that runs one pass for each request: deno run --allow-net=127.0.0.1 deno.mjs SERVER
// Prints its port. Stops at the end of its input.
import { expireConfigMaps } from './expire-config-maps.ts'

interface DenoServer {
  readonly addr: { readonly port: number }
  shutdown(): Promise<void>
}

declare const Deno: {
  readonly args: readonly string[]
  readonly stdin: { read(into: Uint8Array): Promise<number | null> }
  serve(
    options: { readonly port: number; readonly hostname: string; readonly onListen: () => void },
    handler: () => Promise<Response>,
  ): DenoServer
}

const [server = ''] = Deno.args
const serving = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, async () =>
  Response.json(await expireConfigMaps(server)),
)
console.log(serving.addr.port)
await Deno.stdin.read(new Uint8Array(1))
await serving.shutdown()
