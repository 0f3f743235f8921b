import { buildGoProgram, goBinary } from '../go-program.ts'

/** client-go's leader elector. */
export const BINARY: string = goBinary('controller-electors')

/** See {@link buildGoProgram}. */
export const buildControllerElectors = (): string | undefined => buildGoProgram('controller-electors')
