import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BINARY, buildInformerBench } from '../../../../tools/kubernetes/informer-bench/build.ts'
import type { Setup } from '../../runner/bench-case.ts'
import { start as startPods } from '../pods/server.ts'

/** Serves the Pods in JSON, and in protobuf from another process if client-go is available. */
export async function start(setup: Setup): Promise<Setup> {
  const { url } = await startPods(setup)
  if (url === undefined || buildInformerBench({ onlyIfBuilt: true }) !== undefined) return { url: url ?? '' }
  // It exits when its stdin closes, so it always exits with this process.
  const server = spawn(BINARY, ['-serve', `-url=${url}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    return { url, protobufUrl: (JSON.parse(line) as { readonly url: string }).url }
  }
  throw new Error('client-go did not serve')
}
