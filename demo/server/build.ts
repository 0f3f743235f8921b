// The process that bundles the demo for `npm start`: build.ts FOLDER [--watch]. It sends one message after the first build,
// and ends with its parent.
import { build } from 'vite'
import { DEMO } from './folders.ts'

const [outDir] = process.argv.slice(2)
if (outDir === undefined) throw new Error('build.ts needs the folder to write to')
const watch = process.argv.includes('--watch')
process.on('disconnect', () => process.exit())

// The smallest example first: it empties the folder.
await build({
  mode: 'minimal',
  root: DEMO,
  configLoader: 'native',
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true },
})
const result = await build({
  root: DEMO,
  configLoader: 'native',
  logLevel: watch ? 'info' : 'warn',
  build: { outDir, emptyOutDir: false, watch: watch ? {} : null },
})
if ('on' in result) {
  result.on('event', ({ code }) => {
    if (code === 'END') process.send?.('built')
  })
} else {
  process.send?.('built')
  process.disconnect()
}
