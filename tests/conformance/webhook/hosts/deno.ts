// deno run --allow-net=127.0.0.1 deno.mjs: prints its port; stops at the end of its input
import { handleWidgets } from '../widgets-webhook.ts'

interface DenoServer {
  readonly addr: { readonly port: number }
  shutdown(): Promise<void>
}

declare const Deno: {
  readonly stdin: { read(into: Uint8Array): Promise<number | null> }
  serve(
    options: { readonly port: number; readonly hostname: string; readonly onListen: () => void },
    handler: (request: Request) => Promise<Response>,
  ): DenoServer
}

const serving = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen: () => {} }, handleWidgets)
console.log(serving.addr.port)
await Deno.stdin.read(new Uint8Array(1))
await serving.shutdown()
