import type { OutboxItem } from '../../../engine/define'
import type { SyncTexts } from '../../../texts/sync'
import { ConfirmDialog } from '../../../ui/feedback'
import { useDiscard } from '../use-discard'
import styles from './dialogs.module.css'
import { ItemQuote } from './ItemQuote'

const nothing = (): void => undefined

/** Takes back what was surely not sent, after a look at patient and content. */
export function TakeBackDialog({
  item,
  t,
  onClose,
  onTakenBack,
}: {
  readonly item: OutboxItem
  readonly t: SyncTexts
  readonly onClose: () => void
  readonly onTakenBack: () => void
}) {
  const words = t.takeBack
  const { busy, failure, giveUp } = useDiscard(item.id, words.done, onTakenBack, nothing)
  return (
    <ConfirmDialog
      title={words.title}
      confirmLabel={words.confirm}
      cancelLabel={words.cancel}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void giveUp(words.reason)}
    >
      <ItemQuote item={item} t={t} />
      <p className={styles['lead']}>{words.lead}</p>
      {failure !== null && (
        <p role="alert" className={styles['failure']}>
          <strong>{t.actions.failed}</strong> {failure}
        </p>
      )}
    </ConfirmDialog>
  )
}
