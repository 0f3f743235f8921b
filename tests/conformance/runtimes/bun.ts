// bun bun.js http://127.0.0.1:8001
import { followPods } from './follow-pods.ts'

declare const Bun: { readonly argv: readonly string[] }

console.log(JSON.stringify(await followPods(Bun.argv[2] ?? 'http://127.0.0.1:8001')))
