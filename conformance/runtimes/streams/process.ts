// node | bun run | deno run --allow-net=127.0.0.1: process.js <runtime> <yard's URL>
import type { RuntimeName } from './environment.ts'
import { runCases } from './run-cases.ts'

// All three have Node's `process`; it is not a module here, so that nothing of Node is bundled.
declare const process: { readonly argv: readonly string[] }

const [, , runtime, yard = ''] = process.argv
console.log(JSON.stringify(await runCases(runtime as RuntimeName, yard)))
