import { runCases } from './run-cases.ts'

postMessage(await runCases('Chromium worker', location.origin))
