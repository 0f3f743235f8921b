import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { BINARY, buildControllerBench } from '../../../../tools/kubernetes/controller-bench/build.ts'
import type { Contender, Sample, Setup } from '../../runner/bench-case.ts'

/** A contender in Go, on all cores: a mode of the program, with the numbers of the setup that it reads. Building it requires Go once. */
export const inGo = (name: string, setup: Setup, ...read: readonly string[]): Contender => ({
  name,
  // Compiled before the measurement.
  setup: { ...setup, warmUps: 0 },
  run: all => runBinary(['mode', ...read].map(flag => `-${flag}=${all[flag]}`)),
  missing: ({ smoke }) => buildControllerBench({ onlyIfBuilt: smoke }),
  peer: true,
})

/** Runs the binary, which checks its own results. */
async function runBinary(flags: readonly string[]): Promise<Sample> {
  const { stdout } = await promisify(execFile)(BINARY, flags)
  return JSON.parse(stdout) as Sample
}
