import type { Report, Result } from './report.ts'

const WIDTH = 960
const LABEL_WIDTH = 430
const ROW_HEIGHT = 22
const TITLE_HEIGHT = 40
const BAR_HEIGHT = 14
const VALUE_WIDTH = 70
const COLOURS = { ours: '#2563eb', floor: '#9ca3af', others: '#d97706' } as const
const FONT = 'font-family="system-ui, sans-serif"'

const OURS = /^(kube-informer|SharedIndexInformer|Indexer|connection|useByIndex|Cacher|fake apiserver|\d)/

const colourOf = ({ contender, floor }: Result): string =>
  floor ? COLOURS.floor : OURS.test(contender) ? COLOURS.ours : COLOURS.others

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, character => `&#${character.charCodeAt(0)};`)

/** Draws one case: its ratios on a logarithmic scale of its own, so that small and large ratios are both visible. */
function drawCase(
  { case: name, results }: Report,
  top: number,
): { readonly svg: string; readonly height: number } {
  const shown = results.filter(
    ({ ratio, missing }) => missing === undefined && Number.isFinite(ratio) && ratio > 0,
  )
  const logs = shown.map(({ ratio }) => Math.log10(ratio))
  const least = Math.min(0, ...logs) - 0.15
  const span = Math.max(0, ...logs) - least + 0.01
  const room = WIDTH - LABEL_WIDTH - VALUE_WIDTH
  const bars = shown.map((result, row) => {
    const y = top + TITLE_HEIGHT + row * ROW_HEIGHT
    const length = Math.max(2, ((Math.log10(result.ratio) - least) / span) * room)
    const value = result.floor ? '1 (floor)' : `${Number(result.ratio.toPrecision(3))}`
    return [
      `<text x="${LABEL_WIDTH - 8}" y="${y + 11}" text-anchor="end" font-size="12" ${FONT}>${escaped(result.contender)}</text>`,
      `<rect x="${LABEL_WIDTH}" y="${y}" width="${length.toFixed(1)}" height="${BAR_HEIGHT}" rx="2" fill="${colourOf(result)}"/>`,
      `<text x="${(LABEL_WIDTH + length + 6).toFixed(1)}" y="${y + 11}" font-size="12" ${FONT}>${value}</text>`,
    ].join('\n')
  })
  const title = `<text x="12" y="${top + 26}" font-size="14" font-weight="600" ${FONT}>${escaped(name)}</text>`
  return { svg: [title, ...bars].join('\n'), height: TITLE_HEIGHT + shown.length * ROW_HEIGHT }
}

/** Draws reports as bar charts. @returns the SVG */
export function drawChart(reports: readonly Report[]): string {
  let top = 36
  const cases = reports.map(report => {
    const { svg, height } = drawCase(report, top)
    top += height
    return svg
  })
  const legend =
    'Times the floor of the same run, by logarithm; shorter is better. Blue: kube-informer, grey: the floor.'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top + 16}" viewBox="0 0 ${WIDTH} ${top + 16}">`,
    '<title>Ratios of a bench run</title>',
    `<rect width="100%" height="100%" fill="#ffffff"/>`,
    `<text x="12" y="24" font-size="12" fill="#4b5563" ${FONT}>${legend}</text>`,
    ...cases,
    '</svg>\n',
  ].join('\n')
}
