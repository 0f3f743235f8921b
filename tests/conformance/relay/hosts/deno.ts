// deno run --allow-net=127.0.0.1 deno.js URL: prints its port; stops at the end of its input
import { serveRelay } from '@kube-informer/relay/deno'
import { relayOf } from '../relay-of.ts'

declare const Deno: {
  readonly args: readonly string[]
  readonly stdin: { read(into: Uint8Array): Promise<number | null> }
}

const { url, close } = await serveRelay(relayOf({ url: Deno.args[0] ?? '' }))
console.log(new URL(url).port)
await Deno.stdin.read(new Uint8Array(1))
await close()
