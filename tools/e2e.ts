// Runs the Playwright journeys, and passes the arguments to Playwright: npm run test:e2e -- mock --headed
import { JOURNEY_PROJECTS, runPlaywright } from './test/journeys.ts'

const args = process.argv.slice(2)
const codes = JOURNEY_PROJECTS.map((project, index) =>
  runPlaywright(
    [`--project=${project}`, '--pass-with-no-tests', ...args],
    // The first project has already built the demo.
    index > 0 ? { JOURNEYS_BUILT: 'true' } : {},
  ),
)
process.exitCode = codes.find(code => code !== 0) ?? 0
