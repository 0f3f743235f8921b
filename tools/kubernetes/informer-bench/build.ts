import { buildGoProgram, goBinary } from '../go-program.ts'

/** client-go's informer for the benchmarks, and its server. */
export const BINARY: string = goBinary('informer-bench')

/** See {@link buildGoProgram}. */
export const buildInformerBench = (options: { readonly onlyIfBuilt: boolean }): string | undefined =>
  buildGoProgram('informer-bench', options)
