import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  isCallExpression,
  isExportDeclaration,
  isImportDeclaration,
  isStringLiteral,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Program } from 'typescript/unstable/sync'
import { nodesOf } from './program.ts'

/** Finds the modules that an entry loads, also on demand, through all packages of the repository. */
export class ModuleGraph {
  readonly #program: Program
  /** The sources of entries, by specifier. */
  readonly #entries: ReadonlyMap<string, string>
  readonly #imports = new Map<string, readonly string[]>()

  constructor(program: Program, entries: ReadonlyMap<string, string>) {
    this.#program = program
    this.#entries = entries
  }

  /** The paths of the modules that an entry loads, its own first. */
  loadedBy(entry: string): readonly string[] {
    const paths = new Set([entry])
    for (const path of paths) for (const each of this.#importsOf(path)) paths.add(each)
    return [...paths]
  }

  source(path: string): SourceFile {
    const file = this.#program.getSourceFile(path)
    if (!file) throw new Error(`${path} is not in the program`)
    return file
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path)
    if (known) return known
    const found = specifiersOf(this.source(path)).flatMap(each => this.#resolve(each, path) ?? [])
    this.#imports.set(path, found)
    return found
  }

  /** The source that a specifier stands for. Undefined for other packages and built-in modules. */
  #resolve(specifier: string, from: string): string | undefined {
    if (!specifier.startsWith('.')) return this.#entries.get(specifier)
    const path = join(dirname(from), specifier)
    return existsSync(path) ? path : undefined
  }
}

/** The specifiers that remain in the built module. */
function specifiersOf(file: SourceFile): readonly string[] {
  const found: string[] = []
  for (const node of nodesOf(file, () => false)) {
    const specifier = specifierOf(node)
    if (specifier && isStringLiteral(specifier)) found.push(specifier.text)
  }
  return found
}

/** `verbatimModuleSyntax` erases `import type` and `export type`, and keeps `import { type X }`. */
function specifierOf(node: Node): Node | undefined {
  if (isImportDeclaration(node))
    return node.importClause?.phaseModifier === SyntaxKind.TypeKeyword ? undefined : node.moduleSpecifier
  if (isExportDeclaration(node)) return node.isTypeOnly ? undefined : node.moduleSpecifier
  const isDynamic = isCallExpression(node) && node.expression.kind === SyntaxKind.ImportKeyword
  return isDynamic ? node.arguments[0] : undefined
}
