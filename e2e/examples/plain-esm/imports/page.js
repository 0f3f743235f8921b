// What the page uses of the packages. An import map would do for the page, but none reaches a worker, so both get files:
// npx esbuild imports/page.js imports/worker.js --bundle --splitting --format=esm --outdir=vendor
export { byPath } from '@kube-informer/core'
export { pods } from '@kube-informer/core/resources'
export { connectInformers, defineInformers } from '@kube-informer/worker'
