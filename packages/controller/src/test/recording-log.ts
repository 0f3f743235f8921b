import type { LogFields, Logger } from '../api/logger.ts'

/** A logger that collects `LEVEL MESSAGE`, for tests. */
export function recordingLog(lines: string[] = []): Logger & { readonly lines: readonly string[] } {
  const write = (level: string) => (message: string) => void lines.push(`${level} ${message}`)
  return {
    lines,
    debug: write('debug'),
    info: write('info'),
    error: write('error'),
    with: (_: LogFields) => recordingLog(lines),
  }
}
