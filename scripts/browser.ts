// Finds the browser that the tests and benchmarks use, or installs one: npm run browser
import { ensureBrowser } from '../tools/browser.ts'

console.log(`browser: ${ensureBrowser()}`)
