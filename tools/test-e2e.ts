// Runs the Playwright journeys, and passes the arguments to Playwright: npm run test:e2e -- mock --headed
import { runJourneys } from './test/journeys.ts'

process.exitCode = runJourneys(process.argv.slice(2))
