import { buildGoProgram, goBinary } from '../go-program.ts'

/** The queues and controllers of client-go and controller-runtime for the benchmarks. */
export const BINARY: string = goBinary('controller-bench')

/** See {@link buildGoProgram}. */
export const buildControllerBench = (options: { readonly onlyIfBuilt: boolean }): string | undefined =>
  buildGoProgram('controller-bench', options)
