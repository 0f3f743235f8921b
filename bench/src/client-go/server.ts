import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { BINARY, buildInformerBench } from '../../../tools/kubernetes/informer-bench/build.ts'
import type { Setup } from '../bench-case.ts'
import { start as startPods } from '../pods/server.ts'

/** The Pods in JSON, and where there is a client-go to read them, in protobuf from another process. */
export async function start(setup: Setup): Promise<Setup> {
  const { url } = await startPods(setup)
  if (url === undefined || buildInformerBench({ onlyIfBuilt: true }) !== undefined) return { url: url ?? '' }
  // It ends with its stdin: with this process, however that ends.
  const server = spawn(BINARY, ['-serve', `-url=${url}`], { stdio: ['pipe', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: server.stdout })) {
    return { url, protobufUrl: (JSON.parse(line) as { readonly url: string }).url }
  }
  throw new Error('client-go did not serve')
}
