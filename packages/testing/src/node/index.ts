export { type Compression, type ServeOptions, type Serving, serve } from '@kube-informer/apiserver/node'
