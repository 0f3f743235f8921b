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
  const folder = await mkdtemp(join(tmpdir(), 'codegen-'))
  try {
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    const config = { compilerOptions: OPTIONS, files: Object.keys(files) }
    const all = { ...files, 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(config) }
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return await linesOf(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder, '--pretty', 'false'], folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The output of a command, line by line. */
async function linesOf(command: string, args: readonly string[], cwd: string): Promise<readonly string[]> {
  const child = spawn(process.execPath, [command, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const chunks: Buffer[] = []
  child.stdout.on('data', chunk => chunks.push(chunk))
  child.stderr.on('data', chunk => chunks.push(chunk))
  await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
  return Buffer.concat(chunks).toString().split('\n').filter(Boolean)
}
