import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BINARY } from '../../../tools/kubernetes/controller-bench/build.ts'
import type { Sample, Setup } from '../bench-case.ts'

/** Runs the binary, which checks its own results. */
export async function run({ mode, url, count, events = 0 }: Setup): Promise<Sample> {
  const flags = { mode, url, count, events }
  const { stdout } = await promisify(execFile)(
    BINARY,
    Object.entries(flags).map(([name, value]) => `-${name}=${value}`),
  )
  return JSON.parse(stdout) as Sample
}
