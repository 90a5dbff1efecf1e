import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock'

/** A name that ends with the hash of its content: the same name is the same file in every build. */
export const isHashedName = (name: string): boolean => /.-[\w-]{8}\.\w+$/.test(name)

/** How long files of a former build are served after its last start, milliseconds. */
export const keepAssetsMs = 30 * 86_400_000

/**
 * Keeps this build's hashed files in `archive`, for pages of older versions (design/sync.md P6),
 * and drops those unused for 30 days (a file's mtime is its last start). No source maps. Rejects
 * when the archive cannot be written.
 */
export const keepAssets = async (
  publicDir: string,
  archive: string,
  clock: Pick<Clock, 'now'>,
): Promise<void> => {
  await mkdir(archive, { recursive: true })
  const now = new Date(clock.now())
  const current = (await readdir(join(publicDir, 'assets')).catch(() => [])).filter(
    (name) => isHashedName(name) && !name.endsWith('.map'),
  )
  const kept = new Set(await readdir(archive))
  for (const name of current) {
    const path = join(archive, name)
    if (!kept.has(name)) {
      // Written whole: a killed server must not leave half a file.
      const unfinished = join(archive, `.${randomUUID()}`)
      await copyFile(join(publicDir, 'assets', name), unfinished)
      await rename(unfinished, path)
    }
    await utimes(path, now, now)
  }
  for (const name of kept) {
    if (current.includes(name)) continue
    const { mtimeMs } = await stat(join(archive, name))
    if (now.getTime() - mtimeMs > keepAssetsMs) await rm(join(archive, name), { force: true })
  }
}
