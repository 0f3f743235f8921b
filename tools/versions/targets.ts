/** The runtimes whose minimum versions are derived, by their name in the compat data. */
export const TARGETS = ['chrome', 'firefox', 'safari', 'safari_ios', 'nodejs', 'deno', 'bun'] as const

export type Target = (typeof TARGETS)[number]

/** The runtimes without a page. */
export const SERVERS: readonly Target[] = ['nodejs', 'deno', 'bun']

export const LABELS: Readonly<Record<Target, string>> = {
  chrome: 'Chrome',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'Safari on iOS',
  nodejs: 'Node',
  deno: 'Deno',
  bun: 'Bun',
}
