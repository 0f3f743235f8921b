// Prints the active resources and started timers after importing core.
const asked: string[] = []
for (const name of ['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'] as const) {
  const original: unknown = globalThis[name]
  const patched = (...args: readonly unknown[]) => {
    asked.push(name)
    return typeof original === 'function' ? original(...args) : undefined
  }
  Object.assign(globalThis, { [name]: patched })
}
const before = process.getActiveResourcesInfo()
const core = await import('@kube-informer/core')
const resources = process.getActiveResourcesInfo()
console.log(JSON.stringify({ asked, before, resources, exports: Object.keys(core).length }))
