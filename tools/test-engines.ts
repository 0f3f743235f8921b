// npm run test:engines: all browser tests, the journeys of hosts and the demo's main journey in Firefox and WebKit.
// npm run test:engines -- --speed [--rounds 5] [--pods 10000]: measures a reload of the demo and its frames in each engine.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ROOT, tool } from './packages/packages.ts'
import { measureEngines } from './test/engine-speed.ts'
import { runJourneys } from './test/journeys.ts'

const { values } = parseArgs({
  options: {
    speed: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    pods: { type: 'string', default: '10000' },
  },
})

function runVitest(): number | null {
  const projects = ['--project=browser-firefox', '--project=browser-webkit']
  const env = { ...process.env, KUBE_INFORMER_ENGINES: 'all' }
  return spawnSync(tool('vitest'), ['run', ...projects], { cwd: ROOT, env, stdio: 'inherit' }).status
}

if (values.speed) await measureEngines({ rounds: Number(values.rounds), pods: Number(values.pods) })
else process.exitCode = runVitest() || runJourneys(['hosts/', 'journeys/engines'])
