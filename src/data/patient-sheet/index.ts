import { fileLimit } from '../../domain/patient-sheet/columns'
import type { FileFault, SheetAnswer } from '../../domain/patient-sheet/read-grid'

/** A file that takes longer is not read, milliseconds. */
const readsWithinMs = 10_000

const refused = (code: Exclude<FileFault, { count: number } | { headings: unknown }>['code']) =>
  ({ kind: 'refused', fault: { code } }) as const

/** Reads a sheet in a thread of its own, which ends with it: the page never waits for a large one. */
const readInWorker = (bytes: ArrayBuffer): Promise<SheetAnswer> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('../../../workers/sheet.worker.ts', import.meta.url), {
      type: 'module',
      name: 'lamplight-sheet',
    })
    const end = (answer: SheetAnswer): void => {
      clearTimeout(timer)
      worker.terminate()
      resolve(answer)
    }
    const timer = setTimeout(() => end(refused('too-slow')), readsWithinMs)
    worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => end(data))
    worker.addEventListener('error', () => end(refused('unread')))
    worker.postMessage(bytes, [bytes])
  })

/** Reads the patients of a file that somebody chose. Nothing of it leaves the device. Never rejects. */
export const readPatientSheet = async (file: File): Promise<SheetAnswer> => {
  if (!/\.xlsx$/i.test(file.name))
    return refused(/\.xls$/i.test(file.name) ? 'old-xls' : 'not-xlsx')
  if (file.size > fileLimit) return refused('too-big')
  try {
    return await readInWorker(await file.arrayBuffer())
  } catch {
    // It was moved or changed since it was chosen.
    return refused('unread')
  }
}
