// node node.js http://127.0.0.1:8001
import { followPods } from './follow-pods.ts'

console.log(JSON.stringify(await followPods(process.argv[2] ?? 'http://127.0.0.1:8001')))
