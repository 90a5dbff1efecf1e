import { Button } from '@mantine/core'
import { checkupTexts } from '../../../texts/checkup'
import { useEdition } from '../../../ui/edition'
import type { ShownFile } from '../files.view'
import styles from './files.module.css'

/** Why a file is not shown, in words, and what can be done about it. */
export function FileState({
  kind,
  onRetry,
  retrying,
}: {
  readonly kind: Exclude<ShownFile['kind'], 'here'>
  readonly onRetry: () => void
  readonly retrying: boolean
}) {
  const t = checkupTexts(useEdition()).files
  return (
    <div
      className={styles['state']}
      data-kind={kind}
      role={kind === 'failed' ? 'alert' : undefined}
    >
      <span>{t[kind]}</span>
      {kind === 'failed' && (
        <Button variant="default" size="sm" loading={retrying} onClick={onRetry} data-print="off">
          {t.retry}
        </Button>
      )}
    </div>
  )
}
