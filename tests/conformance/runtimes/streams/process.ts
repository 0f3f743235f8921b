// node | bun run | deno run --allow-net=127.0.0.1: process.js <runtime> <yard's URL>
import type { RuntimeName } from './environment.ts'
import { runCases } from './run-cases.ts'

// All three runtimes have the global `process`; importing it would bundle Node modules.
declare const process: { readonly argv: readonly string[] }

const [, , runtime, yard = ''] = process.argv
console.log(JSON.stringify(await runCases(runtime as RuntimeName, yard)))
