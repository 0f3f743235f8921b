const WORDS: ReadonlyMap<string, boolean | null | number> = new Map<string, boolean | null | number>([
  ...(['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'] as const).map(
    word => [word, true] as const,
  ),
  ...(['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'] as const).map(
    word => [word, false] as const,
  ),
  ...(['', '~', 'null', 'Null', 'NULL'] as const).map(word => [word, null] as const),
  ...(['.nan', '.NaN', '.NAN'] as const).map(word => [word, Number.NaN] as const),
  ...(['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'] as const).map(
    word => [word, Number.POSITIVE_INFINITY] as const,
  ),
  ...(['-.inf', '-.Inf', '-.INF'] as const).map(word => [word, Number.NEGATIVE_INFINITY] as const),
])
const LONGEST_WORD = 5

const DECIMAL = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/
/** What Go's ParseInt reads with base 0: a leading zero alone is octal, too. */
const INTEGER = /^([-+]?)(?:0[xX]([\da-fA-F]+)|0[oO]?([0-7]+)|0[bB]([01]+))$/

/**
 * The value of a plain (not quoted) scalar, as kubectl and the server's tools read it: YAML 1.1 in the form of
 * sigs.k8s.io/yaml. So `on`, `yes` and `y` are true, `017` and `0o17` are 15, `1e3` and `1_000` are 1000; `12:30:45` and
 * `2001-12-14` are text.
 */
export function plainScalar(text: string): string | boolean | null | number {
  if (text.length <= LONGEST_WORD) {
    const word = WORDS.get(text)
    if (word !== undefined) return word
  }
  const first = text.charCodeAt(0)
  const isNumeric = (first >= 48 && first <= 57) || first === 43 || first === 45 || first === 46
  return isNumeric ? (numberOf(text) ?? text) : text
}

function numberOf(text: string): number | undefined {
  // A number that starts with its point has no separators.
  const plain = text.startsWith('.') ? text : text.replaceAll('_', '')
  const [, sign, hex, octal, binary] = INTEGER.exec(plain) ?? []
  const magnitude =
    hex !== undefined
      ? Number.parseInt(hex, 16)
      : octal !== undefined
        ? Number.parseInt(octal, 8)
        : binary === undefined
          ? undefined
          : Number.parseInt(binary, 2)
  if (magnitude !== undefined) return sign === '-' ? 0 - magnitude : magnitude
  return DECIMAL.test(plain) ? Number(plain) : undefined
}
