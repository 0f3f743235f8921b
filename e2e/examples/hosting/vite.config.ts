import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  // The worker's file is a module, in development and when it is built.
  worker: { format: 'es' },
  build: { target: 'es2023' },
})
