// A plugin for Vite's servers: never part of a page.
export { type KubeProxyOptions, type KubeProxyPlugin, kubeProxy, type ViteServer } from './kube-proxy.ts'
