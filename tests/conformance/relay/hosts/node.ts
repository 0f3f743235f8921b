// node node.mjs URL: prints its port; stops at the end of its input
import { serveRelay } from '@kube-informer/relay/node'
import { relayOf } from '../relay-of.ts'

const { url, close } = await serveRelay(relayOf({ url: process.argv[2] ?? '' }))
console.log(new URL(url).port)
process.stdin.resume().once('end', () => void close())
