/** Comments, strings, and the fixed parts of templates; in this order, so that a quote inside a comment begins nothing. */
const NOT_CODE =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|\$\{[^}]*\}|[^`\\])*`/g

/** The code of a TypeScript file, with everything else removed and every line kept in its place. */
export function codeOnly(source: string): string {
  return source.replace(NOT_CODE, removed => {
    const expressions = removed.startsWith('`') ? [...removed.matchAll(/\$\{([^}]*)\}/g)] : []
    const kept = expressions.map(([, expression]) => expression).join(' ')
    const missing = removed.split('\n').length - kept.split('\n').length
    return ` ${kept}${'\n'.repeat(Math.max(0, missing))} `
  })
}
