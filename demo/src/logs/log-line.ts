/** One line of a log. */
export interface LogLine {
  /** Counts all lines of a view, so that a line keeps it when older lines are dropped. */
  readonly id: number
  /** The Pod and the container, as {@link LogSource.label}. */
  readonly source: string
  /** RFC 3339; empty where the server sent none. */
  readonly time: string
  /** With marks for what a terminal or a browser would interpret. */
  readonly text: string
  readonly level: LogLevel | undefined
}

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

const TIME = /^(\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)) (.*)$/s

/** Splits a line that the server has sent with its time. */
export function splitTime(line: string): { readonly time: string; readonly text: string } {
  const [, time = '', text = line] = TIME.exec(line) ?? []
  return { time, text }
}

const LEVELS: readonly (readonly [LogLevel, RegExp])[] = [
  ['error', /\b(?:error|err|fatal|panic|critical)\b/i],
  ['warn', /\bwarn(?:ing)?\b/i],
  ['debug', /\b(?:debug|trace)\b/i],
  ['info', /\binfo\b/i],
]

/** As far as levels are written: `level=warn`, `"level":"warn"`, klog's `W0123`, or a word of its own near the start. */
export function levelOf(text: string): LogLevel | undefined {
  const named = /\b(?:level|severity|lvl)"?\s*[=:]\s*"?(\w+)/i.exec(text)?.[1]
  const klog = /^([IWEF])\d{4} /.exec(text)?.[1]
  if (klog !== undefined) return klog === 'I' ? 'info' : klog === 'W' ? 'warn' : 'error'
  const head = named ?? text.slice(0, 60)
  return LEVELS.find(([, pattern]) => pattern.test(head))?.[0]
}
