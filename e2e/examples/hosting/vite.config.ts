import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The worker is an ES module in development and in the build.
  worker: { format: 'es' },
  build: { target: 'es2023' },
})
