import { PlainScanner } from './plain-scanner.ts'
import type { Scanner, ScannerOptions } from './scanner.ts'
import { createSimdScanner } from './simd-scanner.ts'

/** Creates the fastest scanner that the host supports. */
export const createScanner = (options: ScannerOptions): Scanner =>
  createSimdScanner(options) ?? new PlainScanner(options.size)
