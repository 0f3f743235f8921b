import { buildGoProgram, goBinary } from '../go-program.ts'

/** client-go's informer for the fault tests. */
export const BINARY: string = goBinary('informer-faults')

/** See {@link buildGoProgram}. */
export const buildInformerFaults = (): string | undefined => buildGoProgram('informer-faults')
