import { Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import { may } from '../../domain/access/may'
import type { Principal } from '../../domain/access/principal'
import { rowChecker } from '../../domain/patient-sheet/check-rows'
import { isAdded } from '../../domain/patient-sheet/status'
import { dayOf } from '../../domain/time'
import type { Me } from '../../domain/user/me'
import { useOffline, useSession } from '../../engine/react'
import { bulkUploadTexts } from '../../texts/bulk-upload'
import { useEdition } from '../../ui/edition'
import { Banner, ConfirmDialog, Dialog } from '../../ui/feedback'
import { readNow, useLate } from '../../ui/time'
import { useUnsaved } from '../../ui/work'
import { ChooseFile } from './ChooseFile'
import { LookThrough } from './LookThrough'
import { Progress } from './Progress'
import {
  existingRows,
  failedRows,
  newUpload,
  readUpload,
  unfinished,
  withFailedRows,
} from './upload-state'
import type { Upload } from './upload-state'
import {
  useKeptUpload,
  useUploadDraft,
  type UploadDraft,
  type UploadStore,
} from './use-kept-upload'
import { useSending, type Sending } from './use-sending'
import { useTurn, type Turn } from './use-turn'

/** A turn that nobody else has comes sooner, milliseconds. */
const elsewhereAfterMs = 500

const newKey = (): string => crypto.randomUUID()

interface ViewProps {
  readonly upload: Upload
  readonly store: UploadStore
  readonly sending: Sending
  readonly onClose: () => void
}

/** Sent: how far it is, and what can be done about it. */
function Sent({ upload, store, sending, onClose }: ViewProps) {
  const t = bulkUploadTexts(useEdition()).progress
  const isOffline = useOffline()
  const [isDiscarding, setDiscarding] = useState(false)
  const failed = failedRows(upload).length
  const left = unfinished(upload).length
  const existing = existingRows(upload).length
  const isRunning = sending.state !== 'idle'
  useUnsaved(isRunning && sending.keepsNothing ? 'unknown' : null)
  const close = (): void => {
    // Nothing is left to be done or read.
    if (!isRunning && left === 0 && failed === 0 && existing === 0) store.set(null)
    onClose()
  }
  return (
    <Dialog
      title={bulkUploadTexts(useEdition()).title}
      size="wide"
      onClose={close}
      actions={
        isRunning ? (
          <Button variant="default" disabled={sending.state === 'stopping'} onClick={sending.stop}>
            {t.stop}
          </Button>
        ) : (
          <>
            {(left > 0 || failed > 0) && (
              <Button variant="default" onClick={() => setDiscarding(true)}>
                {t.discard}
              </Button>
            )}
            {left === 0 && failed === 0 && existing > 0 && (
              <Button variant="default" onClick={() => store.set(null)}>
                {t.another}
              </Button>
            )}
            {left === 0 && failed > 0 && (
              <Button onClick={() => store.set(withFailedRows(upload, newKey))}>
                {t.correct(failed)}
              </Button>
            )}
            {left > 0 && (
              <Button disabled={isOffline} onClick={sending.goOn}>
                {t.goOn}
              </Button>
            )}
            {left === 0 && <Button onClick={close}>{t.close}</Button>}
          </>
        )
      }
    >
      <Progress upload={upload} sending={sending} />
      {isDiscarding && (
        <ConfirmDialog
          title={t.discardTitle}
          confirmLabel={t.discard}
          cancelLabel={t.keep}
          danger
          onCancel={() => setDiscarding(false)}
          onConfirm={() => {
            setDiscarding(false)
            store.set(null)
          }}
        >
          <p>
            {t.discardText(
              upload.rows.filter(({ status }) => isAdded(status)).length,
              left + failed,
            )}
          </p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}

/** Ward and pathway are chosen only by who may admit and sees both. */
const mayAdmitBy = (principal: Principal): boolean =>
  may(principal, 'patient.admit') && may(principal, 'ward.view') && may(principal, 'pathway.view')

function Opened({
  draft,
  turn,
  me,
  principal,
  onClose,
}: {
  readonly draft: UploadDraft
  readonly turn: Turn
  readonly me: Me
  readonly principal: Principal
  readonly onClose: () => void
}) {
  const t = bulkUploadTexts(useEdition())
  const [kept] = useState(() => readUpload(draft.text))
  const store = useKeptUpload(draft, kept)
  const [today] = useState(() => dayOf(readNow()))
  const scheme = me.actingOrganization.nationalIdentifierScheme
  const checker = useMemo(() => rowChecker({ scheme, today }), [scheme, today])
  const sending = useSending(store, checker, turn.hold)
  const { upload } = store
  const view = { store, sending, onClose }
  if (upload === null)
    return (
      <Dialog title={t.title} size="large" onClose={onClose}>
        <ChooseFile onRead={(fileName, sheet) => store.set(newUpload(fileName, sheet, newKey))} />
      </Dialog>
    )
  return upload.sentAt === null || sending.state === 'keeping' ? (
    <LookThrough {...view} upload={upload} checker={checker} mayAdmit={mayAdmitBy(principal)} />
  ) : (
    <Sent {...view} upload={upload} />
  )
}

/** Adds the patients of a sheet, where it was left (O108). */
export function BulkUploadDialog({ onClose }: { readonly onClose: () => void }) {
  const { me, principal } = useSession()
  const { title, elsewhere } = bulkUploadTexts(useEdition())
  const draft = useUploadDraft()
  const turn = useTurn(draft)
  const isElsewhere = useLate(!turn.isMine, elsewhereAfterMs)
  if (me === null || principal === null) return null
  if (turn.isMine && draft.ready)
    return <Opened draft={draft} turn={turn} me={me} principal={principal} onClose={onClose} />
  return isElsewhere ? (
    <Dialog title={title} size="small" onClose={onClose}>
      <Banner kind="info">{elsewhere}</Banner>
    </Dialog>
  ) : null
}
