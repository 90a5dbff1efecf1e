import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { lookupPatient } from '../../data/lookup'
import { isAdded } from '../../domain/patient-sheet/status'
import { formatPatientName } from '../../domain/identity'
import type { Problem } from '../../domain/problem'
import { useCall, useOffline } from '../../engine/react'
import { bulkUploadTexts, type BulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition, useTexts } from '../../ui/edition'
import { Banner, Tooltip } from '../../ui/feedback'
import { Choice } from '../../ui/layout'
import { paths } from '../../ui/paths'
import { useProblemText } from '../../ui/problem'
import { DataTable, type Column } from '../../ui/table'
import styles from './bulk-upload.module.css'
import { atHand } from './Preview'
import {
  existingRows,
  failedRows,
  lookupsOf,
  unfinished,
  type Upload,
  type UploadRow,
} from './upload-state'
import type { Sending } from './use-sending'

const nameOf = ({ cells }: UploadRow): string => formatPatientName(cells)

/** The status of a row; of one that failed with its reasons, by pointer, key and touch (O250). */
function Status({ row, t }: { readonly row: UploadRow; readonly t: BulkUploadTexts }) {
  const word = t.statuses[row.status]
  if (row.details.length === 0) return <span data-status={row.status}>{word}</span>
  return (
    <Tooltip
      label={
        <ul className={styles['reasons']}>
          {row.details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      }
    >
      <button type="button" className={styles['failed']} data-status={row.status}>
        {word}
        <span className="visually-hidden">. {t.progress.details(nameOf(row))}</span>
      </button>
    </Tooltip>
  )
}

/** What was done so far, in numbers. */
const countsOf = (upload: Upload, t: BulkUploadTexts['progress']['counts']): readonly string[] => {
  const count = (is: (row: UploadRow) => boolean): number => upload.rows.filter(is).length
  const failed = failedRows(upload).length
  const left = unfinished(upload).filter(({ status }) => status === 'Pending').length
  const existing = existingRows(upload).length
  return [
    t.added(count(({ status }) => isAdded(status))),
    ...(upload.place === null ? [] : [t.admitted(count(({ status }) => status === 'Admitted'))]),
    ...(existing === 0 ? [] : [t.existing(existing)]),
    ...(failed === 0 ? [] : [t.failed(failed)]),
    ...(left === 0 ? [] : [t.left(left)]),
  ]
}

/** Why it stands still, or what holds it up. */
function Standing({ upload, sending }: { readonly upload: Upload; readonly sending: Sending }) {
  const t = bulkUploadTexts(useEdition()).progress
  const say = useProblemText()
  const [wasOpened] = useState(sending.state === 'idle')
  const isOver = unfinished(upload).length === 0
  if (sending.state === 'waiting') return <Banner>{t.waiting}</Banner>
  if (sending.state === 'stopping') return <Banner kind="info">{t.stopping}</Banner>
  if (sending.state !== 'idle') return <p>{sending.keepsNothing ? t.keepsNothing : t.running}</p>
  if (isOver) return <Banner kind="info">{t.done}</Banner>
  if (sending.pause !== null)
    return (
      <Banner kind="danger" title={t.paused}>
        {say(sending.pause)}
      </Banner>
    )
  return <Banner>{wasOpened ? t.interrupted : t.stopped}</Banner>
}

const progressColumns = (t: BulkUploadTexts): readonly Column<UploadRow>[] => [
  { id: 'name', heading: t.progress.name, rowHeader: true, cell: nameOf },
  { id: 'row', heading: t.preview.row, cell: ({ row }) => String(row) },
  { id: 'status', heading: t.progress.status, cell: (row) => <Status row={row} t={t} /> },
]

/** The way to the record of somebody who existed already. */
const useRecord = () => {
  const t = bulkUploadTexts(useEdition()).progress
  const say = useProblemText()
  const go = useNavigate()
  const look = useCall(lookupPatient)
  const [told, setTold] = useState<string | null>(null)
  const failed = (problem: Problem): string => `${t.lookupFailed}: ${say(problem)}`
  const open = async (row: UploadRow): Promise<void> => {
    setTold(null)
    for (const criteria of lookupsOf(row)) {
      const answer = await look.run(criteria)
      if (answer.kind === 'refused') return setTold(failed(answer.problem))
      const patient = answer.value.match?.patient ?? null
      if (patient !== null)
        return patient.opens ? void go(paths.patient(patient.id)) : setTold(t.notYours)
    }
    setTold(t.notFound)
  }
  return { open, told, busy: look.busy }
}

/** The upload while it is sent and afterwards: what became of each row. */
export function Progress({
  upload,
  sending,
}: {
  readonly upload: Upload
  readonly sending: Sending
}) {
  const t = bulkUploadTexts(useEdition())
  const [shown, setShown] = useState<'all' | 'existing' | 'failed'>('all')
  const { offline } = useTexts().ui.blocked
  const isOffline = useOffline()
  const record = useRecord()
  const { rows } = upload
  const failed = failedRows(upload)
  const existing = existingRows(upload)
  const done = rows.length - unfinished(upload).length
  return (
    <>
      <Standing upload={upload} sending={sending} />
      <label className={styles['bar']}>
        {t.progress.of(done, rows.length)}
        <progress max={rows.length} value={done} />
      </label>
      <output className={styles['counts']}>
        {countsOf(upload, t.progress.counts).join(' · ')}
      </output>
      {record.told !== null && <Banner>{record.told}</Banner>}
      <DataTable
        caption={t.progress.caption(upload.fileName)}
        columns={progressColumns(t)}
        answer={atHand({ all: rows, existing, failed }[shown])}
        buttons={({ status, ...row }) =>
          status === 'AlreadyExists'
            ? [
                {
                  label: t.progress.open,
                  disabled: isOffline ? offline : null,
                  onSelect: () => {
                    if (!record.busy) void record.open({ ...row, status })
                  },
                },
              ]
            : []
        }
        pageSize={20}
        rowKey={({ key }) => key}
        rowName={nameOf}
        tools={
          <Choice
            label={t.progress.show}
            value={shown}
            onChange={setShown}
            options={[
              { value: 'all', label: t.progress.all(rows.length) },
              { value: 'existing', label: t.progress.existing(existing.length) },
              { value: 'failed', label: t.progress.failed(failed.length) },
            ]}
          />
        }
        empty={{ title: t.progress.none }}
      />
    </>
  )
}
