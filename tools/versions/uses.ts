import {
  isBindingElement,
  isForOfStatement,
  isIdentifier,
  isImportDeclaration,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isShorthandPropertyAssignment,
  isSpreadElement,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { type Checker, SymbolFlags, type Type, type Symbol as TypedSymbol } from 'typescript/unstable/sync'
import { builtinsOf, isOfNode } from './builtins.ts'
import { findBuiltin } from './compat-data.ts'
import { featureOf, featuresOfCall } from './feature-of.ts'
import { isDetected } from './guards.ts'
import { patternOf } from './pattern-of.ts'
import { nodesOf } from './program.ts'
import { featuresOfPattern } from './regular-expressions.ts'
import { syntaxOf } from './syntax.ts'

/** A feature that a source uses. */
export interface Use {
  /** Its path in the compat data, `api.AbortSignal.any_static`, or `node.crc32` for one that only Node's types declare. */
  readonly feature: string
  /** Since which version Node has a feature that only Node's types declare. */
  readonly nodeSince?: string | undefined
  /** The path of the source. */
  readonly file: string
  readonly line: number
}

/** Collects the features that a source uses, without those that it detects. */
export function usesOf(file: SourceFile, checker: Checker): readonly Use[] {
  return new UseCollector(file, checker).collect()
}

class UseCollector {
  readonly #file: SourceFile
  readonly #checker: Checker
  readonly #uses: Use[] = []

  constructor(file: SourceFile, checker: Checker) {
    this.#file = file
    this.#checker = checker
  }

  collect(): readonly Use[] {
    const nodes = [...nodesOf(this.#file, isErased)]
    for (const node of nodes) {
      this.#addSyntax(node)
      this.#addIteration(node)
      this.#addDestructured(node)
    }
    const names = nodes.filter(isReferenceName)
    const symbols = this.#checker.getSymbolAtLocation(names)
    for (const [index, name] of names.entries()) this.#addReference(name, symbols[index])
    return this.#uses
  }

  #add(feature: string, node: Node, nodeSince?: string): void {
    const line = this.#file.text.slice(0, node.getStart(this.#file)).split('\n').length
    this.#uses.push({ feature, nodeSince, file: this.#file.fileName, line })
  }

  #addSyntax(node: Node): void {
    const feature = syntaxOf(node)
    if (feature) this.#add(feature, node)
    const expression = patternOf(node)
    if (!expression) return
    for (const each of featuresOfPattern(expression.pattern, expression.flags)) this.#add(each, node)
  }

  /** `for (const x of stream)` and `[...headers]` call a method of the type. */
  #addIteration(node: Node): void {
    if (!isForOfStatement(node) && !isSpreadElement(node)) return
    const method = isForOfStatement(node) && node.awaitModifier ? '@@asyncIterator' : '@@iterator'
    for (const owner of this.#typeNames(node.expression)) {
      const feature = findBuiltin(`${owner}.${method}`)
      if (feature) this.#add(feature, node)
    }
  }

  /** `const { locks } = navigator`. */
  #addDestructured(node: Node): void {
    if (!isBindingElement(node) || !isObjectBindingPattern(node.parent) || node.initializer) return
    const { parent: declaration } = node.parent
    if (!isVariableDeclaration(declaration) || !declaration.initializer) return
    const { initializer } = declaration
    const type = this.#checker.getTypeAtLocation(initializer)
    const name = (node.propertyName ?? node.name)?.getText(this.#file) ?? ''
    const symbol = type && this.#checker.getPropertyOfType(type, name)
    if (symbol) this.#addSymbol(symbol, node, initializer)
  }

  #addReference(name: Node, symbol: TypedSymbol | undefined): void {
    if (!symbol) return
    const isAlias = (symbol.flags & SymbolFlags.Alias) !== 0
    const target = isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol
    const access = memberAccessOf(name)
    this.#addSymbol(target, access ?? name, access?.expression)
  }

  #addSymbol(symbol: TypedSymbol, reference: Node, receiver: Node | undefined): void {
    if (isOfNode(symbol)) {
      const since = this.#sinceOf(symbol)
      if (since && !isDetected(reference, this.#checker)) this.#add(`node.${symbol.name}`, reference, since)
      return
    }
    const builtins = builtinsOf(symbol)
    if (builtins.length === 0) return
    const receivers = receiver ? this.#typeNames(receiver) : []
    const features = builtins.flatMap(each => featureOf(each, receivers) ?? [])
    if (features.length === 0 || isDetected(reference, this.#checker)) return
    for (const each of features.flatMap(found => [found, ...featuresOfCall(found, reference)]))
      this.#add(each, reference)
  }

  /** The names of the types of an expression, with those that they extend. */
  #typeNames(expression: Node): readonly string[] {
    const type = this.#checker.getTypeAtLocation(expression)
    if (!type) return []
    const parts = type.isUnionType() ? type.getTypes() : [type]
    return parts.flatMap(part => this.#lineage(part))
  }

  #lineage(type: Type): readonly string[] {
    const own = type.getSymbol()
    if (!own) return []
    const bases = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : []
    return [own.name, ...bases.flatMap(base => this.#lineage(base))]
  }

  /** The version of Node in the `@since` of a declaration. */
  #sinceOf(symbol: TypedSymbol): string | undefined {
    const since = symbol.getJsDocTags(this.#checker).find(({ name }) => name === 'since')
    return /\d+\.\d+\.\d+/.exec(since?.text ?? '')?.[0]
  }
}

/** Types, and what the build removes with them. */
function isErased(node: Node): boolean {
  if (isImportDeclaration(node)) return node.importClause?.phaseModifier === SyntaxKind.TypeKeyword
  if (isPropertyDeclaration(node))
    return node.modifiers?.some(({ kind }) => kind === SyntaxKind.DeclareKeyword) ?? false
  if (node.kind === SyntaxKind.InterfaceDeclaration || node.kind === SyntaxKind.TypeAliasDeclaration)
    return true
  return isTypeNode(node) && node.kind !== SyntaxKind.ExpressionWithTypeArguments
}

/** The expression `x.name` that a name is the last part of. */
const memberAccessOf = (name: Node) =>
  isPropertyAccessExpression(name.parent) && name.parent.name === name ? name.parent : undefined

/** An identifier that refers to something: not the name of a declaration, or of a property of an object literal. */
function isReferenceName(node: Node): boolean {
  if (!isIdentifier(node)) return false
  const { parent } = node
  if (isPropertyAssignment(parent) || isBindingElement(parent)) return parent.initializer === node
  if (memberAccessOf(node) || isShorthandPropertyAssignment(parent)) return true
  return !('name' in parent) || parent.name !== node
}
