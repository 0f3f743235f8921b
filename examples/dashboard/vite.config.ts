import { kubeProxy } from '@kube-informer/core/proxy/vite'
import { defineConfig } from 'vite'

// The cluster of the current context of your kubeconfig is at /k8s. In the mode `mock`, msw answers in the page instead.
export default defineConfig(({ mode }) => ({
  plugins: mode === 'mock' ? [] : [kubeProxy()],
  worker: { format: 'es' },
}))
