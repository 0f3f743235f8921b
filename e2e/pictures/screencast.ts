import type { Page } from '@playwright/test'
import sharp from 'sharp'

interface Frame {
  readonly png: Buffer
  /** In ms. */
  readonly at: number
}

/** No frame is shown for less, in ms. */
const SHORTEST_MS = 120
/** How long the last frame is shown, in ms. */
const LAST_MS = 2_500

/** Records a page while `journey` uses it, and saves an animated WebP. */
export async function record(page: Page, path: string, journey: () => Promise<void>): Promise<void> {
  const frames: Frame[] = []
  const session = await page.context().newCDPSession(page)
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = (metadata.timestamp ?? 0) * 1_000
    const last = frames.at(-1)
    if (last === undefined || at - last.at >= SHORTEST_MS)
      frames.push({ png: Buffer.from(data, 'base64'), at })
    // A page that navigates no longer waits for it.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
  })
  await session.send('Page.startScreencast', { format: 'png', maxWidth: 960, maxHeight: 600 })
  await journey()
  await session.send('Page.stopScreencast')
  await save(frames, path)
}

async function save(frames: readonly Frame[], path: string): Promise<void> {
  const delay = frames.map(({ at }, index) => {
    const next = frames[index + 1]
    return next === undefined ? LAST_MS : Math.round(next.at - at)
  })
  const images = await Promise.all(
    frames.map(({ png }) => sharp(png).resize(960, 600, { fit: 'contain' }).toBuffer()),
  )
  await sharp(images, { join: { animated: true } })
    .webp({ quality: 55, effort: 4, delay, loop: 0, minSize: true })
    .toFile(path)
}
