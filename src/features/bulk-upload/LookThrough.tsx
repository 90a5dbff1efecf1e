import { Button } from '@mantine/core'
import { useId, useMemo, useState } from 'react'
import { formatPatientName } from '../../domain/identity'
import type { RowChecker } from '../../domain/patient-sheet/check-rows'
import { formatDate } from '../../domain/time'
import { useOffline } from '../../engine/react'
import { bulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { Banner, ConfirmDialog, Dialog } from '../../ui/feedback'
import { useProblemText } from '../../ui/problem'
import styles from './bulk-upload.module.css'
import { PlaceFields, placeOf, usePlaces, type ChosenPlace } from './PlaceFields'
import { alikeWords, Preview, type ShownRows } from './Preview'
import type { Upload } from './upload-state'
import { useAlike, type AlikeRow } from './use-alike'
import type { UploadStore } from './use-kept-upload'
import { useRowsRead } from './use-rows-read'
import type { Sending } from './use-sending'

/** Asks whether those who resemble somebody are other people. */
function AlikeQuestion({
  rows,
  onAdd,
  onBack,
}: {
  readonly rows: readonly AlikeRow[]
  readonly onAdd: () => void
  readonly onBack: () => void
}) {
  const edition = useEdition()
  const texts = bulkUploadTexts(edition)
  const t = texts.alike
  return (
    <ConfirmDialog
      title={t.title}
      confirmLabel={t.add}
      cancelLabel={t.back}
      onConfirm={onAdd}
      onCancel={onBack}
    >
      <p>{t.text(rows.length)}</p>
      <ul className={styles['alike']}>
        {rows.map(({ key, number, patient, ...like }) => (
          <li key={key}>
            {t.row(number, formatPatientName(patient), formatDate(patient.birthDate, edition))}
            {alikeWords(like, texts, edition).map((words) => (
              <span key={words} className={styles['likeness']}>
                {words}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}

/** What a person sees of an upload that is not sent, and does with it. */
export interface LookThroughProps {
  readonly upload: Upload
  readonly store: UploadStore
  readonly sending: Sending
  readonly checker: RowChecker
  readonly mayAdmit: boolean
  readonly onClose: () => void
}

/** Looked through: faults, similar names, place, and the way on (O335, O336, K6). */
export function LookThrough({
  upload,
  store,
  sending,
  checker,
  mayAdmit,
  onClose,
}: LookThroughProps) {
  const t = bulkUploadTexts(useEdition())
  const say = useProblemText()
  const id = useId()
  const isOffline = useOffline()
  const places = usePlaces(mayAdmit)
  const [chosen, setChosen] = useState<ChosenPlace>(
    upload.place ?? { ward: null, carePathway: null },
  )
  const isRead = useRowsRead(upload.rows, checker)
  const checked = useMemo(
    () => (isRead ? checker.check(upload.rows) : []),
    [isRead, upload.rows, checker],
  )
  const alike = useAlike(upload, checked)
  const [question, setQuestion] = useState<readonly AlikeRow[] | null>(null)
  const isFaulty = checked.some(({ patient }) => patient === null)
  const [shown, setShown] = useState<ShownRows | null>(null)
  // Chosen once: a list of faults does not become another one with the last of them.
  if (isRead && shown === null) setShown(isFaulty ? 'faulty' : 'all')
  const place = placeOf(chosen, places)
  const isKeeping = sending.state === 'keeping'
  const reason =
    upload.rows.length === 0
      ? t.save.noRows
      : !isRead
        ? t.preview.checking
        : isFaulty
          ? t.save.faults
          : places.asked && place === null
            ? t.save.place
            : isOffline
              ? t.save.offline
              : alike.asking
                ? t.save.asking
                : isKeeping
                  ? t.save.keeping
                  : null
  const isOff = reason !== null || !places.ready
  const start = (): void => sending.start({ ...upload, place })
  const ask = async (): Promise<void> => {
    const found = await alike.look()
    if (found === null) return
    if (found.length > 0) setQuestion(found)
    else start()
  }
  return (
    <Dialog
      title={t.title}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <p id={id} className={styles['reason']}>
            {reason}
          </p>
          <Button
            variant="default"
            disabled={isKeeping || alike.asking}
            onClick={() => store.set(null)}
          >
            {t.preview.another}
          </Button>
          <Button
            aria-describedby={id}
            aria-disabled={isOff || undefined}
            data-disabled={isOff || undefined}
            onClick={() => {
              if (!isOff) void ask()
            }}
          >
            {t.save.label(upload.rows.length)}
          </Button>
        </>
      }
    >
      {sending.isUnkept && <Banner kind="danger">{t.save.notKept}</Banner>}
      {alike.problem !== null && (
        <Banner kind="danger" title={t.save.unasked}>
          {say(alike.problem)}
        </Banner>
      )}
      {shown !== null && (
        <Preview
          upload={upload}
          checked={checked}
          alikeOf={alike.of}
          shown={shown}
          onShow={setShown}
          isStill={isKeeping || alike.asking}
          onChange={store.set}
        />
      )}
      <PlaceFields places={places} chosen={chosen} onChange={setChosen} />
      {question !== null && (
        <AlikeQuestion
          rows={question}
          onAdd={() => {
            setQuestion(null)
            start()
          }}
          onBack={() => {
            setQuestion(null)
            setShown('alike')
          }}
        />
      )}
    </Dialog>
  )
}
