/**
 * What the pages of the bundle, their workers and their service worker may load. Each of them gets it with its own
 * response: a worker does not inherit the policy of its page.
 */
export const CONTENT_SECURITY_POLICY: string = [
  "default-src 'none'",
  // The scanner is WebAssembly. Without 'wasm-unsafe-eval' a slower one in TypeScript replaces it.
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  // The apiserver below /fake or /k8s.
  "connect-src 'self'",
  // The icon in index.html.
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
