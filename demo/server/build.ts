// The process that bundles the demo for `npm start`. It sends one message after the first build, and ends with its parent.
import { build } from 'vite'
import { DEMO, OUT_DIR } from './folders.ts'

const watch = process.argv.includes('--watch')
process.on('disconnect', () => process.exit())

// The smallest example first: it empties the folder.
await build({
  mode: 'minimal',
  root: DEMO,
  logLevel: 'warn',
  build: { outDir: OUT_DIR, emptyOutDir: true },
})
const result = await build({
  root: DEMO,
  logLevel: watch ? 'info' : 'warn',
  build: { outDir: OUT_DIR, emptyOutDir: false, watch: watch ? {} : null },
})
if ('on' in result) {
  result.on('event', ({ code }) => {
    if (code === 'END') process.send?.('built')
  })
} else {
  process.send?.('built')
  process.disconnect()
}
