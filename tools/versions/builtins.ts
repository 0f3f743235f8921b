import {
  isInterfaceDeclaration,
  isModuleDeclaration,
  isTypeLiteralNode,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Symbol as TypedSymbol } from 'typescript/unstable/sync'

/** A declaration of the standard libraries of TypeScript. */
const STANDARD = /\/lib\.[\w.]+\.d\.ts$/
/** A declaration of the types of Node. */
const NODE = /\/node_modules\/@types\/node\//

/** A global, or a member of one. */
export interface Builtin {
  /** `Array`; empty for a global itself. */
  readonly owner: string
  readonly name: string
  /** Whether the member is one of the constructor. */
  readonly isStatic: boolean
}

/** The globals and members of the standard libraries that a symbol stands for: several for a property of a union. */
export function builtinsOf(symbol: TypedSymbol): readonly Builtin[] {
  const standard = symbol.declarations.filter(({ path }) => STANDARD.test(path))
  const found = standard.flatMap(handle => {
    const declaration = handle.resolve()
    return declaration ? (builtinOf(declaration, symbol.name) ?? []) : []
  })
  const byName = new Map(found.map(each => [`${each.owner}.${each.name}.${each.isStatic}`, each]))
  return [...byName.values()]
}

export const isGlobal = (symbol: TypedSymbol): boolean => builtinsOf(symbol).some(({ owner }) => owner === '')

/** Whether only the types of Node declare the symbol. */
export const isOfNode = ({ declarations }: TypedSymbol): boolean =>
  declarations.length > 0 && declarations.every(({ path }) => NODE.test(path))

function builtinOf(declaration: Node, name: string): Builtin | undefined {
  if (
    declaration.kind === SyntaxKind.InterfaceDeclaration ||
    declaration.kind === SyntaxKind.TypeAliasDeclaration
  )
    return undefined
  const owner = ownerOf(declaration.parent)
  return { owner: '', isStatic: false, ...owner, name: memberName(name) }
}

/** The interface, the type of a constructor, or the namespace that declares a member. Undefined for globals. */
function ownerOf(parent: Node): Pick<Builtin, 'owner' | 'isStatic'> | undefined {
  if (isInterfaceDeclaration(parent)) return ownerNamed(parent.name.text)
  if (isTypeLiteralNode(parent) && isVariableDeclaration(parent.parent))
    return { owner: parent.parent.name.getText(), isStatic: true }
  for (let outer = parent; outer; outer = outer.parent)
    if (isModuleDeclaration(outer) && outer.name.getText() !== 'global')
      return { owner: outer.name.getText(), isStatic: true }
  return undefined
}

/** The name of the global, which types of TypeScript vary: `ReadonlyArray` and `ArrayConstructor` are `Array`. */
function ownerNamed(name: string): Pick<Builtin, 'owner' | 'isStatic'> {
  if (name === 'Console') return { owner: 'console', isStatic: true }
  const owner = name
    .replace(/^Readonly(?=(?:Array|Map|Set)$)/, '')
    .replace(/(?<=.)Constructor$/, '')
    .replace(/(?<=Iterator)Object$/, '')
  return { owner, isStatic: owner !== name && name.endsWith('Constructor') }
}

/** `__@asyncIterator@123` is the name of the member `Symbol.asyncIterator`. */
const memberName = (name: string): string => name.replace(/^__@(\w+?)@\d+$/, '@@$1')
