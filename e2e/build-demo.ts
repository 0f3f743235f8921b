import { buildDemo } from './preview.ts'

// biome-ignore lint/style/noDefaultExport: Playwright finds a global set-up by it
export default buildDemo
