import { PlainScanner } from './plain-scanner.ts'
import type { Scanner, ScannerOptions } from './scanner.ts'
import { createSimdScanner } from './simd-scanner.ts'

/** Makes a scanner of the fastest form that the host allows. */
export const createScanner = (options: ScannerOptions): Scanner =>
  createSimdScanner(options) ?? new PlainScanner(options.size)
