import type { OutboxItem } from '../../../engine/define'
import { formatDateTime } from '../../../domain/time'
import type { SyncTexts } from '../../../texts/sync'
import { useEdition } from '../../../ui/edition'
import { ConfirmDialog } from '../../../ui/feedback'
import { IconWarning } from '../../../ui/layout'
import styles from './ConflictReview.module.css'
import {
  differingFields,
  fieldWords,
  isDoneInPart,
  isWritten,
  kindWords,
  mayBeOnRecord,
  valueWords,
} from '../written.view'

interface ReviewProps {
  readonly item: OutboxItem
  readonly t: SyncTexts
}

function Value({ words }: { readonly words: string }) {
  return (
    <span className={styles['value']} data-short={words.length <= 24}>
      {words}
    </span>
  )
}

/** Yours, theirs and before, side by side; what differs says so in a word. */
export function ConflictReview({ item, t }: ReviewProps) {
  const edition = useEdition()
  const words = t.conflict
  const { conflict } = item
  const who = conflict?.changedBy ?? null
  const at = conflict?.changedAt ?? null
  const theirs = who === null ? words.theirs : words.theirsBy(who)
  const more = item.code === null ? undefined : words.codes[item.code]
  const differing = differingFields(item)
  return (
    <div className={styles['review']}>
      <p className={styles['who']}>
        {[
          who === null || at === null
            ? words.changedBySomebody
            : words.changed(who, formatDateTime(at, edition)),
          more,
          mayBeOnRecord(item) ? words.restUnknown : words.nothing,
          isDoneInPart(item, t, edition) && words.restDone,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      {conflict === null ? (
        <p className={styles['who']}>{words.unseen}</p>
      ) : (
        <table
          className={styles['table']}
          aria-label={`${kindWords(item.op, t)}, ${item.subject?.name ?? t.patient.none}`}
        >
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.yours}</th>
              <th scope="col">{theirs}</th>
            </tr>
          </thead>
          <tbody>
            {conflict.fields.map((field) => {
              const differs = differing.includes(field)
              return (
                <tr key={field.name} data-differs={differs}>
                  <th scope="row">
                    {fieldWords(field.name, t)}
                    <span className={styles['mark']}>
                      {differs ? (
                        <>
                          <IconWarning size={16} /> {words.differs}
                        </>
                      ) : (
                        words.same
                      )}
                    </span>
                  </th>
                  <td data-label={words.before}>
                    <Value words={valueWords(field.name, field.before, t, edition)} />
                  </td>
                  <td data-label={words.yours} data-side="yours">
                    <Value words={valueWords(field.name, field.yours, t, edition)} />
                  </td>
                  <td data-label={theirs} data-side="theirs">
                    <Value words={valueWords(field.name, field.theirs, t, edition)} />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </div>
  )
}

/** Asks again before another person's value is replaced; shows the patient and both values. */
export function SendMineDialog({
  item,
  t,
  onSend,
  onClose,
}: ReviewProps & { readonly onSend: () => void; readonly onClose: () => void }) {
  const edition = useEdition()
  const words = t.conflict
  return (
    <ConfirmDialog
      title={words.confirmTitle(item.subject?.name ?? t.patient.none)}
      confirmLabel={words.confirm}
      cancelLabel={words.back}
      danger
      onCancel={onClose}
      onConfirm={onSend}
    >
      <p>{item.conflict === null ? words.unseen : words.confirmText}</p>
      <ul className={styles['swaps']}>
        {differingFields(item).map(({ name, yours, theirs }) => (
          <li key={name}>
            {isWritten(item, name) ? (
              <>
                <span>{fieldWords(name, t)}</span>
                <strong>{valueWords(name, theirs, t, edition)}</strong> {words.becomes}{' '}
                <strong>{valueWords(name, yours, t, edition)}</strong>
              </>
            ) : (
              words.isNow(fieldWords(name, t), valueWords(name, theirs, t, edition))
            )}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  )
}
