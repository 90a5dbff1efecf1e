import { afterEach, expect, test, vi } from 'vitest'
import type { SheetRow } from '../../../src/domain/patient-sheet/read-grid'
import type { UploadRow } from '../../../src/features/bulk-upload/upload-state'
import { readInSlices } from '../../../src/features/bulk-upload/use-rows-read'

afterEach(() => vi.restoreAllMocks())

/** Reads 500 rows; says how many were read in each turn that the page's thread was asked for. */
const readRows = async (isOver: (turns: number) => boolean): Promise<readonly number[]> => {
  const turns: number[] = []
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((go: () => void) => {
    turns.push(0)
    queueMicrotask(go)
  }) as never)
  const known = new Set<SheetRow>()
  const rows = Array.from({ length: 500 }, (_, row) => ({ row }) as UploadRow)
  const checker = {
    isRead: (row: SheetRow) => known.has(row),
    read: (row: SheetRow) => {
      known.add(row)
      turns[turns.length - 1] = (turns.at(-1) ?? 0) + 1
    },
    check: () => [],
  }
  await readInSlices(rows, checker, () => isOver(turns.length))
  return turns
}

test('a sheet of 500 rows is read 50 at a time, and the page has its turn between', async () => {
  expect(await readRows(() => false)).toEqual(Array.from({ length: 10 }, () => 50))
})

test('it is read no further when nobody waits for it', async () => {
  expect(await readRows((turns) => turns >= 3)).toEqual([50, 50, 50])
})
