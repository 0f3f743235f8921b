/** The browser engines that the tests run in. WebKitGTK stands in for Safari. */
export const ENGINES = ['chromium', 'firefox', 'webkit'] as const

export type Engine = (typeof ENGINES)[number]

/** The engines that have a driver of this repository; Playwright drives Chromium. */
export type DrivenEngine = Exclude<Engine, 'chromium'>
