import { buildDemo } from './preview.ts'

// biome-ignore lint/style/noDefaultExport: Playwright loads the default export as the global setup
export default buildDemo
