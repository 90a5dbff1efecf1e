import { Button } from '@mantine/core'
import { needsPerson, type OutboxItem } from '../../../engine/define'
import type { SyncTexts } from '../../../texts/sync'
import { isEditable } from '../edit.form'
import styles from '../SyncScreen.module.css'
import { actionsOf, type ItemAction } from '../sync.view'
import { kindWords, whoOf } from '../written.view'

export interface ItemActionsProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** It was written in the present organisation. */
  readonly here: boolean
  readonly busy: boolean
  readonly onAct: (action: ItemAction) => void
}

/** How strong a button is: only what needs a person has a strong one, and giving up never is. */
const variantOf = (
  action: ItemAction,
  at: number,
  urgent: boolean,
): 'filled' | 'default' | 'subtle' => {
  if (!urgent || action === 'discard') return 'subtle'
  return at === 0 && (action === 'retry' || action === 'edit') ? 'filled' : 'default'
}

export function ItemActions({ item, t, here, busy, onAct }: ItemActionsProps) {
  const labels: Readonly<Record<ItemAction, string>> = {
    retry: item.state === 'expired' ? t.actions.sendNow : t.actions.retry,
    edit: t.actions.edit,
    'keep-theirs': t.actions.keepTheirs,
    'send-mine': t.actions.sendMine,
    export: t.actions.export,
    'take-back': t.actions.takeBack,
    discard: t.actions.discard,
  }
  const kind = kindWords(item.op, t)
  const patient = whoOf(item, t)
  const urgent = needsPerson(item.state)
  return (
    <div className={styles['actions']}>
      {actionsOf(item, { editable: isEditable(item.op), here }).map((action, at) => (
        <Button
          key={action}
          variant={variantOf(action, at, urgent)}
          color={action === 'discard' ? 'danger' : undefined}
          loading={busy && (action === 'retry' || action === 'send-mine')}
          aria-label={t.actions.named(labels[action], kind, patient)}
          onClick={() => onAct(action)}
        >
          {labels[action]}
        </Button>
      ))}
    </div>
  )
}
