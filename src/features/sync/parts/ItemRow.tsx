import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useOutbox, useSession } from '../../../data/hooks'
import { needsPerson, type OutboxItem } from '../../../data/kit'
import { toProblem } from '../../../domain/problem'
import { elapsedWords, formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Kept } from '../../../ui/Kept'
import { showToast } from '../../../ui/feedback'
import { IconClock, IconWarning } from '../../../ui/layout'
import { useClockOffset, useNow } from '../../../ui/time'
import { isEditable } from '../edit.form'
import styles from '../SyncScreen.module.css'
import { actionsOf, type ItemAction } from '../sync.view'
import { kindWords, reasonOf, unreadableWords, whoOf, writtenLines } from '../written.view'
import { ConflictReview, SendMineDialog } from './ConflictReview'
import { DiscardDialog } from './DiscardDialog'
import { EditDialog } from './EditDialog'
import { useProblemText } from '../../../ui/problem'

export interface ItemRowProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** The page was opened at this item. */
  readonly pointed: boolean
  /** It leaves the list by a person's decision: the focus has to go somewhere. */
  readonly onGone: () => void
  readonly onExport: () => void
}

/**
 * One record that is not with the server yet: what was written, when, why it stands here, and what
 * can be done.
 */
export function ItemRow({ item, t, pointed, onGone, onExport }: ItemRowProps) {
  const say = useProblemText()
  const edition = useEdition()
  const { retry } = useOutbox()
  const { me } = useSession()
  // What was written bears the device's own time: its age counts by the same clock, however wrong
  // that is.
  const now = useNow() - useClockOffset()
  const row = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState<Exclude<ItemAction, 'retry' | 'export'> | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    if (!pointed) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [pointed])

  const kind = kindWords(item.op, t)
  const lines = writtenLines(item, t, edition)
  const reason = reasonOf(item, t)
  const organization = me?.organizations.find(({ id }) => id === item.organizationId)?.name
  const elsewhere = item.organizationId !== me?.actingOrganization.id
  const capturedAt = new Date(item.capturedAt).toISOString()
  const patient = whoOf(item, t)
  const urgent = needsPerson(item.state)
  const send = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await retry(item.id)
      showToast('sync', t.actions.asked)
      onGone()
    } catch (thrown) {
      const problem = toProblem(thrown)
      const text = say(problem)
      setFailure(text)
      // Decided elsewhere: it leaves the list, and what is said beside it would leave with it.
      if (problem.kind === 'conflict') showToast('sync', text)
      // The button that was pressed was disabled meanwhile: the keyboard goes on at the item.
      row.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  const labels: Readonly<Record<ItemAction, string>> = {
    retry: item.state === 'expired' ? t.actions.sendNow : t.actions.retry,
    edit: t.actions.edit,
    'keep-theirs': t.actions.keepTheirs,
    'send-mine': t.actions.sendMine,
    export: t.actions.export,
    discard: t.actions.discard,
  }
  const looks = (action: ItemAction, at: number): 'filled' | 'default' | 'subtle' => {
    if (!urgent || action === 'discard') return 'subtle'
    return at === 0 && (action === 'retry' || action === 'edit') ? 'filled' : 'default'
  }
  const act = (action: ItemAction): void => {
    if (action === 'retry') void send()
    else if (action === 'export') onExport()
    else setOpen(action)
  }
  const close = () => setOpen(null)
  const gone = () => {
    close()
    onGone()
  }
  return (
    <li
      ref={row}
      id={`item-${item.id}`}
      tabIndex={-1}
      className={styles['item']}
      data-state={item.state}
      data-urgent={urgent}
      data-pointed={pointed}
    >
      <div className={styles['what']}>
        <div className={styles['kind']}>
          <h4>{kind}</h4>
          <p className={styles['state']}>
            {urgent ? <IconWarning size={16} /> : <IconClock size={16} />}
            {item.isPutOff && !urgent ? t.statePutOff : t.states[item.state]}
          </p>
        </div>
        <p className={styles['quiet']}>
          <time dateTime={capturedAt}>
            <Kept>{t.written(formatDateTime(capturedAt, edition))}</Kept>
          </time>{' '}
          <span className={styles['age']}>{elapsedWords(item.capturedAt, now, edition)}</span>
          {elsewhere && organization !== undefined && <span> {t.writtenFor(organization)}</span>}
        </p>
        {item.expiresAt !== null && !urgent && (
          <p className={styles['quiet']}>
            <Kept>
              {t.expires(formatDateTime(new Date(item.expiresAt).toISOString(), edition))}
            </Kept>
          </p>
        )}
      </div>
      <div className={styles['body']}>
        {lines === null && (
          <p className={styles['quiet']}>
            {elsewhere && organization !== undefined
              ? t.elsewhere(organization)
              : unreadableWords(item, t)}
          </p>
        )}
        {lines !== null &&
          item.state !== 'conflict' &&
          lines.map(({ name, label, value }) =>
            label === null ? (
              <p key={name} dir="auto" className={styles[name === 'text' ? 'words' : 'value']}>
                {name === 'text' ? value : <strong>{value}</strong>}
              </p>
            ) : (
              <p key={name} className={styles['value']}>
                <span>{label}</span> {name === 'score' ? <strong>{value}</strong> : value}
              </p>
            ),
          )}
        {reason !== null && (
          <p className={styles['reason']}>
            {reason.what} {reason.detail} <span>{reason.next}</span>
          </p>
        )}
        {item.state === 'conflict' && !item.isLost && <ConflictReview item={item} t={t} />}
        {failure !== null && (
          <p role="alert" className={styles['failure']}>
            <strong>{t.actions.failed}</strong> {failure}
          </p>
        )}
      </div>
      <div className={styles['actions']}>
        {actionsOf(item, { editable: isEditable(item.op), here: !elsewhere }).map((action, at) => (
          <Button
            key={action}
            variant={looks(action, at)}
            color={action === 'discard' ? 'danger' : undefined}
            loading={busy && (action === 'retry' || action === 'send-mine')}
            aria-label={t.actions.named(labels[action], kind, patient)}
            onClick={() => act(action)}
          >
            {labels[action]}
          </Button>
        ))}
      </div>
      {open === 'send-mine' && (
        <SendMineDialog
          item={item}
          t={t}
          onClose={close}
          onSend={() => {
            close()
            void send()
          }}
        />
      )}
      {open === 'edit' && <EditDialog item={item} t={t} onClose={close} onSaved={gone} />}
      {(open === 'discard' || open === 'keep-theirs') && (
        <DiscardDialog
          item={item}
          t={t}
          keepsTheirs={open === 'keep-theirs'}
          onClose={close}
          onDiscarded={gone}
        />
      )}
    </li>
  )
}
