import { Button } from '@mantine/core'
import { useMemo, useState, type ReactNode } from 'react'
import { formatPatientName } from '../../domain/identity'
import type { CheckedRow } from '../../domain/patient-sheet/check-rows'
import { sheetColumns, type SheetColumn } from '../../domain/patient-sheet/columns'
import { cellName, rowDoubts, type RowDoubt } from '../../domain/patient-sheet/read-grid'
import { readSheetDate } from '../../domain/patient-sheet/sheet-date'
import type { Edition } from '../../domain/organization/organization'
import { formatDate } from '../../domain/time'
import { bulkUploadTexts, cellFaultText, type BulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { Banner } from '../../ui/feedback'
import { Choice } from '../../ui/layout'
import { DataTable, type Column } from '../../ui/table'
import styles from './bulk-upload.module.css'
import { SheetCell } from './SheetCell'
import type { Upload, UploadRow } from './upload-state'
import type { Likeness } from './use-alike'

/** Rows a page: all of them would hold the page up. */
const pageSize = 20

/** Rows that are here already, as the table is given them. */
export const atHand = <Row,>(value: readonly Row[]) => ({
  value,
  at: null,
  problem: null,
  fetching: false,
  offline: false,
  refresh: () => Promise.resolve(),
})

/** Which rows of a sheet are shown. */
export type ShownRows = 'faulty' | 'alike' | 'doubtful' | 'all'

/** Whom a row resembles, in words, a sentence each. */
export const alikeWords = (
  { row, patients }: Likeness,
  { preview }: BulkUploadTexts,
  edition: Edition,
): readonly string[] => [
  ...(row === null ? [] : [preview.alikeRow(row.row, row.likeness)]),
  ...patients.map(({ likeness, ...patient }) =>
    preview.alikePatient(
      formatPatientName(patient),
      formatDate(patient.birthDate, edition),
      likeness,
    ),
  ),
]

interface CellParts {
  readonly edition: Edition
  readonly t: BulkUploadTexts
  readonly upload: Upload
  readonly faultsOf: (row: UploadRow) => CheckedRow['faults']
  readonly alikeOf: (row: UploadRow) => Likeness | null
  /** Nothing is changed now: it is on its way. */
  readonly isStill: boolean
  /** Cells that were wrong stay fields, so that nobody loses the one they write in. */
  readonly isTouched: (row: UploadRow, column: SheetColumn) => boolean
  readonly onChange: (row: UploadRow, column: SheetColumn, text: string) => void
}

/** A birth date of the sheet as the edition writes dates; what is none, as it is. */
const dateText = (text: string, edition: Edition): string => {
  const read = readSheetDate(text)
  return read.ok ? formatDate(read.day, edition) : text
}

const fieldOf = (
  row: UploadRow,
  column: SheetColumn,
  { edition, t, upload, faultsOf, isTouched, isStill, onChange }: CellParts,
): ReactNode => {
  const fault = faultsOf(row)[column]
  const text = row.cells[column]
  // What is registered is not changed here.
  if (isStill || row.patientId !== null || (fault === undefined && !isTouched(row, column)))
    return column === 'birthDate' ? dateText(text, edition) : text
  const cell = cellName(upload, column, row.row)
  return (
    <SheetCell
      label={t.preview.field(
        cell,
        column === 'birthDate' ? t.preview.enteredAs(t.columns[column]) : t.columns[column],
      )}
      text={text}
      fault={fault === undefined ? null : t.preview.fault(cell, cellFaultText(t, fault))}
      onChange={(typed) => onChange(row, column, typed)}
    />
  )
}

/** A cell; at the name also whom the row resembles. */
const cellOf = (row: UploadRow, column: SheetColumn, parts: CellParts): ReactNode => {
  const field = fieldOf(row, column, parts)
  const like = column === 'firstName' ? parts.alikeOf(row) : null
  if (like === null) return field
  return (
    <>
      {field}
      {alikeWords(like, parts.t, parts.edition).map((words) => (
        <span key={words} className={styles['likeness']}>
          {words}
        </span>
      ))}
    </>
  )
}

const previewColumns = (parts: CellParts): readonly Column<UploadRow>[] => [
  {
    id: 'row',
    heading: parts.t.preview.row,
    rowHeader: true,
    cell: ({ row, doubts }) => (
      <>
        {parts.t.preview.rowName(row)}
        {doubts.map((doubt) => (
          <span key={doubt} className={styles['likeness']}>
            {parts.t.preview.doubtful[doubt]}
          </span>
        ))}
      </>
    ),
  },
  ...sheetColumns.map((column): Column<UploadRow> => ({
    id: column,
    heading: parts.t.columns[column],
    cell: (row) => cellOf(row, column, parts),
  })),
]

export interface PreviewProps {
  readonly upload: Upload
  readonly checked: readonly CheckedRow[]
  /** Whom a row resembles; null: nobody. */
  readonly alikeOf: (row: UploadRow) => Likeness | null
  readonly shown: ShownRows
  readonly onShow: (shown: ShownRows) => void
  /** It is on its way, and nothing is changed. */
  readonly isStill: boolean
  readonly onChange: (upload: Upload) => void
}

/** What is right in itself and may be meant otherwise. */
function Doubts({
  upload,
  isStill,
  onChange,
}: Pick<PreviewProps, 'upload' | 'isStill' | 'onChange'>) {
  const t = bulkUploadTexts(useEdition()).preview
  const { rows } = upload
  const inDoubt = (doubt: RowDoubt): number =>
    rows.filter(({ doubts }) => doubts.includes(doubt)).length
  return (
    <>
      {upload.isHidden && <Banner>{t.hiddenSheet}</Banner>}
      {rowDoubts
        .filter((doubt) => inDoubt(doubt) > 0)
        .map((doubt) => (
          <Banner
            key={doubt}
            action={
              doubt === 'hidden' && (
                <Button
                  variant="default"
                  disabled={isStill}
                  onClick={() =>
                    onChange({
                      ...upload,
                      rows: rows.filter(({ doubts }) => !doubts.includes(doubt)),
                    })
                  }
                >
                  {t.leaveHidden}
                </Button>
              )
            }
          >
            {t.doubts[doubt](inDoubt(doubt))}
          </Banner>
        ))}
    </>
  )
}

/** The rows with what is wrong with them, each cell by its name, before anything is sent. */
export function Preview({
  upload,
  checked,
  alikeOf,
  shown,
  onShow,
  isStill,
  onChange,
}: PreviewProps) {
  const edition = useEdition()
  const t = bulkUploadTexts(edition)
  const faulty = checked.filter(({ faults }) => Object.keys(faults).length > 0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const byRow = useMemo(() => new Map(checked.map((one) => [one.row, one])), [checked])
  const { rows } = upload
  const faultsOf = (row: UploadRow): CheckedRow['faults'] => byRow.get(row.row)?.faults ?? {}
  const alike = rows.filter((row) => alikeOf(row) !== null)
  const doubtful = rows.filter(({ doubts }) => doubts.length > 0)
  const isShown = (row: UploadRow): boolean =>
    Object.keys(faultsOf(row)).length > 0 ||
    sheetColumns.some((column) => touched.has(`${column} ${row.key}`))
  const change = (row: UploadRow, column: SheetColumn, text: string): void => {
    setTouched((before) => new Set(before).add(`${column} ${row.key}`))
    const { [column]: _typedOver, ...flaws } = row.flaws
    onChange({
      ...upload,
      rows: rows.map((one) =>
        one.key === row.key ? { ...row, cells: { ...row.cells, [column]: text }, flaws } : one,
      ),
    })
  }
  const columns = previewColumns({
    edition,
    t,
    upload,
    faultsOf,
    alikeOf,
    isStill,
    isTouched: (row, column) => touched.has(`${column} ${row.key}`),
    onChange: change,
  })
  const cells = faulty.reduce((sum, { faults }) => sum + Object.keys(faults).length, 0)
  const halves = checked.filter(({ dropsAddress }) => dropsAddress).length
  return (
    <>
      <output className={styles['found']}>
        <span>{t.preview.read(rows.length)}</span>
        <strong>
          {faulty.length === 0 ? t.preview.noFaults : t.preview.faults(cells, faulty.length)}
        </strong>
      </output>
      {t.preview.dates !== null && <Banner kind="info">{t.preview.dates}</Banner>}
      <Doubts upload={upload} isStill={isStill} onChange={onChange} />
      {halves > 0 && <Banner>{t.preview.halfAddress(halves)}</Banner>}
      {upload.ignored.length > 0 && <Banner>{t.preview.ignored(upload.ignored)}</Banner>}
      <DataTable
        caption={t.preview.caption(upload.fileName)}
        columns={columns}
        answer={atHand({ faulty: rows.filter(isShown), alike, doubtful, all: rows }[shown])}
        pageSize={pageSize}
        rowKey={({ key }) => key}
        rowName={({ row }) => t.preview.rowName(row)}
        menu={(row) => [
          {
            label: t.preview.leaveOut,
            disabled: isStill ? t.save.keeping : null,
            onSelect: () =>
              onChange({ ...upload, rows: rows.filter(({ key }) => key !== row.key) }),
          },
        ]}
        tools={
          <Choice
            label={t.preview.show}
            value={shown}
            onChange={onShow}
            options={[
              { value: 'faulty', label: t.preview.faulty(faulty.length) },
              ...(alike.length > 0 || shown === 'alike'
                ? [{ value: 'alike' as const, label: t.preview.alike(alike.length) }]
                : []),
              ...(doubtful.length > 0 || shown === 'doubtful'
                ? [{ value: 'doubtful' as const, label: t.preview.inDoubt(doubtful.length) }]
                : []),
              { value: 'all', label: t.preview.all(rows.length) },
            ]}
          />
        }
        empty={{
          title: {
            faulty: t.preview.noFaults,
            alike: t.preview.noAlike,
            doubtful: t.preview.noDoubt,
            all: t.preview.noRows,
          }[shown],
        }}
      />
    </>
  )
}
