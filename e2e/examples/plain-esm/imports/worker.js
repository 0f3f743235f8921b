// What the worker uses of them; what both use is one file of `vendor`.
export { hostInformers } from '@kube-informer/worker/host'
