import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../../..')

const OPTIONS = {
  noEmit: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: [],
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
  erasableSyntaxOnly: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  forceConsistentCasingInFileNames: true,
  customConditions: ['@kube-informer/source'],
}

/** Compiles files by name under `strict` and more, with the packages of this repository. Returns the compiler's lines. */
export async function compile(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const config = { compilerOptions: OPTIONS, files: Object.keys(files) }
  return await inFolder({ ...files, 'tsconfig.json': JSON.stringify(config) }, async folder => {
    const text = await outputOf(
      [join(ROOT, 'node_modules/.bin/tsc'), '-p', folder, '--pretty', 'false'],
      folder,
    )
    return text.split('\n').filter(Boolean)
  })
}

/** Writes files to a temporary folder in which the packages of this repository are installed. */
export async function inFolder<T>(
  files: Readonly<Record<string, string>>,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'codegen-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    for (const [name, text] of Object.entries({ 'package.json': '{ "type": "module" }', ...files })) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a command of Node writes. */
export async function outputOf(args: readonly string[], cwd: string): Promise<string> {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  child.stderr.on('data', chunk => chunks.push(chunk))
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  return Buffer.concat(chunks).toString()
}
