import { Button } from '@mantine/core'
import { useSession, type OutboxItem } from '../../../engine/react'
import { formatStaffName } from '../../../domain/identity'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { Banner, CopyButton, Dialog } from '../../../ui/feedback'
import { readNow } from '../../../ui/time'
import { sheetOf } from '../written.view'
import styles from './dialogs.module.css'
import { download } from '../../../ui/work'
import { useIdentifierLabel } from './use-identifier-label'
import { ScrollArea } from '../../../ui/layout'

export interface ExportDialogProps {
  readonly items: readonly OutboxItem[]
  readonly t: SyncTexts
  readonly onClose: () => void
}

/** What was written, copied, as a file or on paper. It stays in the list. */
export function ExportDialog({ items, t, onClose }: ExportDialogProps) {
  const edition = useEdition()
  const { me } = useSession()
  const words = t.export
  const identifierLabel = useIdentifierLabel()
  const author = formatStaffName(me)
  const text = items
    .map((item) => sheetOf(item, t, edition, { author, identifierLabel }))
    .join('\n\n\n')
  return (
    <Dialog
      title={items.length === 1 ? words.title : words.titleAll(items.length)}
      onClose={onClose}
      actions={
        <>
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
          <Button
            variant="default"
            onClick={() =>
              download(
                text,
                words.file(new Date(readNow()).toISOString().slice(0, 10)),
                'text/plain',
              )
            }
          >
            {words.download}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </>
      }
    >
      <div className={styles['sheet']}>
        <p className={styles['lead']}>{words.lead}</p>
        <div className={styles['tools']}>
          <CopyButton value={text} label={words.copy} withText />
        </div>
        <ScrollArea label={words.region} className={styles['text']}>
          {text}
        </ScrollArea>
        <div className={styles['tools']}>
          <Banner>{words.caution}</Banner>
        </div>
      </div>
    </Dialog>
  )
}
