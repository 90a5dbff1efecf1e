import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../../engine/react'
import { needsPerson, type OutboxItem } from '../../../engine/define'
import type { SyncTexts } from '../../../texts/sync'
import styles from '../SyncScreen.module.css'
import { isContact } from '../edit.form'
import type { ItemAction } from '../sync.view'
import { useSendAgain } from '../use-send-again'
import { SendMineDialog } from './ConflictReview'
import { DiscardDialog } from './DiscardDialog'
import { EditContactDialog } from './EditContactDialog'
import { EditDialog } from './EditDialog'
import { ItemActions } from './ItemActions'
import { ItemContent } from './ItemContent'
import { ItemHead } from './ItemHead'
import { TakeBackDialog } from './TakeBackDialog'

export interface ItemRowProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
  /** The page was opened at this item. */
  readonly pointed: boolean
  /** It leaves the list by a person's decision: the focus has to go somewhere. */
  readonly onGone: () => void
  readonly onExport: () => void
}

/** One unconfirmed record: content, time, why it is still here, and what can be done. */
export function ItemRow({ item, t, pointed, onGone, onExport }: ItemRowProps) {
  const { me } = useSession()
  const row = useRef<HTMLLIElement>(null)
  const [open, setOpen] = useState<Exclude<ItemAction, 'retry' | 'export'> | null>(null)
  const { busy, failure, send } = useSendAgain(item.id, t, onGone, () => row.current?.focus())
  useEffect(() => {
    if (!pointed) return
    row.current?.scrollIntoView({ block: 'center' })
    row.current?.focus({ preventScroll: true })
  }, [pointed])

  const here = item.organizationId === me?.actingOrganization.id
  const organization = me?.organizations.find(({ id }) => id === item.organizationId)?.name
  const elsewhere = here ? null : (organization ?? null)
  const act = (action: ItemAction): void => {
    if (action === 'retry') void send()
    else if (action === 'export') onExport()
    else setOpen(action)
  }
  const Edit = isContact(item.op) ? EditContactDialog : EditDialog
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
      data-urgent={needsPerson(item.state)}
      data-pointed={pointed}
    >
      <ItemHead item={item} t={t} elsewhere={elsewhere} />
      <ItemContent item={item} t={t} elsewhere={elsewhere} failure={failure} />
      <ItemActions item={item} t={t} here={here} busy={busy} onAct={act} />
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
      {open === 'edit' && <Edit item={item} t={t} onClose={close} onSaved={gone} />}
      {open === 'take-back' && (
        <TakeBackDialog item={item} t={t} onClose={close} onTakenBack={gone} />
      )}
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
