// deno run relay.mjs SETTINGS: prints its port; stops at the end of its input
import { createRelay } from '@kube-informer/relay'
import { serveRelay } from '@kube-informer/relay/deno'
import { relayOptions } from '../relay-settings.ts'
import { storedPods } from './stored-pods.ts'

declare const Deno: {
  readonly args: readonly string[]
  readonly stdin: { read(into: Uint8Array): Promise<number | null> }
}

const { file, ...settings } = JSON.parse(Deno.args[0] ?? '')
const stored = storedPods(file)
const relay = createRelay({ ...relayOptions(settings), resources: [stored.resource] })
const { url, close } = await serveRelay(relay)
console.log(new URL(url).port)
await Deno.stdin.read(new Uint8Array(1))
await close()
stored.close()
