// npm run generate -- NAME…: writes what is generated and committed. Review the difference.
//   resources   packages/core/src/resources, from a real kube-apiserver
//   schemas     packages/apiserver/src/schema/data and packages/cacher/src/tables/data, from a real kube-apiserver
//   protobuf    packages/core/src/protobuf/data, from Kubernetes' Go modules
//   wasm        packages/core/src/json/simd-scanner-wasm.ts, from simd-scanner.wat
//   pictures    the pictures of the console in docs
//   lock        package-lock.json, here and in each example, with the optional packages of all platforms and every integrity

/** Each is loaded when it is asked for: what it needs differs. */
const GENERATORS: Readonly<Record<string, () => Promise<void>>> = {
  resources: async () => (await import('./generate/resources.ts')).generateResources(),
  schemas: async () => (await import('./generate/schemas.ts')).generateSchemas(),
  protobuf: async () => (await import('./generate/protobuf.ts')).generateProtobuf(),
  wasm: async () => (await import('./generate/wasm.ts')).generateWasm(),
  pictures: async () => (await import('./generate/pictures.ts')).generatePictures(),
  lock: async () => (await import('./generate/lock.ts')).generateLock(),
}

async function main(names: readonly string[]): Promise<void> {
  const unknown = names.filter(name => !Object.hasOwn(GENERATORS, name))
  if (names.length === 0 || unknown.length > 0)
    throw new Error(`npm run generate -- ${Object.keys(GENERATORS).join(' | ')}`)
  for (const name of names) await GENERATORS[name]?.()
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
