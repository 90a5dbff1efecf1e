import { z } from 'zod'
import { checkNationalIdentifier } from '../../domain/identity/national-identifier'
import { sheetColumns } from '../../domain/patient-sheet/columns'
import { flaws, rowDoubts, type PatientSheet } from '../../domain/patient-sheet/read-grid'
import { readSheetDate } from '../../domain/patient-sheet/sheet-date'
import { isFinished, uploadStatuses } from '../../domain/patient-sheet/status'

const named = z.object({ id: z.string(), name: z.string() })

const rowSchema = z.object({
  row: z.number(),
  cells: z.record(z.enum(sheetColumns), z.string()),
  flaws: z.partialRecord(z.enum(sheetColumns), z.enum(flaws)),
  doubts: z.array(z.enum(rowDoubts)).default([]),
  /** The row is sent under it, however often: the server registers one patient for it. */
  key: z.string(),
  status: z.enum(uploadStatuses),
  /** Of a patient who was registered. */
  patientId: z.string().nullable(),
  /** Why it failed, a line each. */
  details: z.array(z.string()),
})
/** A row of the sheet and what became of it. */
export type UploadRow = z.infer<typeof rowSchema>

const uploadSchema = z.object({
  fileName: z.string(),
  isHidden: z.boolean().default(false),
  letters: z.record(z.enum(sheetColumns), z.string().nullable()),
  ignored: z.array(z.string()),
  rows: z.array(rowSchema),
  /** Of rounds before: rows whose patients existed already, to be read. */
  existing: z.array(rowSchema).default([]),
  /** Ward and pathway of all of them; null: nobody is admitted. */
  place: z.object({ ward: named, carePathway: named }).nullable(),
  /** When it was sent first, epoch milliseconds; null: it is looked through. */
  sentAt: z.number().nullable(),
})
/** An upload, as it outlives a closed tab. */
export type Upload = z.infer<typeof uploadSchema>

/** An upload of a sheet that was read. */
export const newUpload = (fileName: string, sheet: PatientSheet, newKey: () => string): Upload => ({
  fileName,
  isHidden: sheet.isHidden,
  letters: { ...sheet.letters },
  ignored: [...sheet.ignored],
  rows: sheet.rows.map((one) => ({
    row: one.row,
    cells: { ...one.cells },
    flaws: { ...one.flaws },
    doubts: [...one.doubts],
    key: newKey(),
    status: 'Pending',
    patientId: null,
    details: [],
  })),
  existing: [],
  place: null,
  sentAt: null,
})

/** What a draft holds; null: nothing, or of another release. */
export const readUpload = (text: string): Upload | null => {
  try {
    return text === '' ? null : (uploadSchema.safeParse(JSON.parse(text)).data ?? null)
  } catch {
    return null
  }
}

/** Rows that are not finished. */
export const unfinished = ({ rows, place }: Upload): readonly UploadRow[] =>
  rows.filter(({ status }) => !isFinished(status, place !== null))

const exists = ({ status }: UploadRow): boolean => status === 'AlreadyExists'

/** Rows whose patients existed already, of this round and of those before. */
export const existingRows = ({ rows, existing }: Upload): readonly UploadRow[] => [
  ...existing,
  ...rows.filter(exists),
]

/** How the patient of a row is looked up, the surest way first. */
export const lookupsOf = ({ cells }: UploadRow) => {
  const born = readSheetDate(cells.birthDate)
  const identifier = checkNationalIdentifier(cells.nhsNumber)
  if (!born.ok) return []
  const person = {
    birthDate: born.day,
    firstName: cells.firstName.trim(),
    lastName: cells.lastName.trim(),
  }
  const byName = { ...person, nhsNumber: null }
  return identifier.ok
    ? [
        {
          nhsNumber: identifier.value,
          birthDate: null,
          firstName: null,
          lastName: null,
        },
        byName,
      ]
    : [byName]
}

/** Rows that failed and may be corrected. Those that exist already are as they should be. */
export const failedRows = ({ rows }: Upload): readonly UploadRow[] =>
  rows.filter(({ status }) => status === 'ErrorCreating' || status === 'ErrorAdmitting')

/**
 * The failed rows alone, to be corrected and sent again. Whoever was registered keeps that, and is
 * only admitted.
 */
export const withFailedRows = (upload: Upload, newKey: () => string): Upload => ({
  ...upload,
  sentAt: null,
  existing: [...existingRows(upload)],
  rows: failedRows(upload).map((row) =>
    row.status === 'ErrorAdmitting'
      ? { ...row, status: 'Created' }
      : { ...row, status: 'Pending', key: newKey(), details: [] },
  ),
})
