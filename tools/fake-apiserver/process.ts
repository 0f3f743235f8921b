// A fake apiserver on a port of its own, for a page of a browser test. Prints its URL and ends with its parent.
import { createFakeApiserver, generatePods } from '@kube-informer/testing'
import { serve } from '@kube-informer/testing/node'

const serving = await serve(createFakeApiserver({ objects: generatePods({ count: 5 }) }))
console.log(`url=${serving.url}`)
process.stdin.once('end', () => process.exit()).resume()
