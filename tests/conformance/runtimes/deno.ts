// deno run --allow-net=127.0.0.1 deno.js http://127.0.0.1:8001
import { followPods } from './follow-pods.ts'

declare const Deno: { readonly args: readonly string[] }

console.log(JSON.stringify(await followPods(Deno.args[0] ?? 'http://127.0.0.1:8001')))
