// node relay.mjs SETTINGS: prints its port; stops at the end of its input
import { createRelay } from '@kube-informer/relay'
import { serveRelay } from '@kube-informer/relay/node'
import { relayOptions } from '../relay-settings.ts'
import { storedPods } from './stored-pods.ts'

const { file, ...settings } = JSON.parse(process.argv[2] ?? '')
const stored = storedPods(file)
const relay = createRelay({ ...relayOptions(settings), resources: [stored.resource] })
const { url, close } = await serveRelay(relay)
console.log(new URL(url).port)
process.stdin.resume().once('end', () => void close().then(stored.close))
