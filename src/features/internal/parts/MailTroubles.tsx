import { mailTroubles } from '../../../data/internal'
import { useAnswer } from '../../../engine/react'
import { internalTexts } from '../../../texts/internal'
import { useEdition } from '../../../ui/edition'
import { DataTable } from '../../../ui/table'
import { troubleColumns } from '../columns'
import styles from '../internal.module.css'

/** The emails that the email server did not take yet, or never will. */
export function MailTroubles() {
  const edition = useEdition()
  const t = internalTexts(edition).troubles
  return (
    <section className={styles['section']} aria-labelledby="troubles-heading">
      <h2 id="troubles-heading">{t.heading}</h2>
      <DataTable
        caption={t.list}
        columns={troubleColumns(edition)}
        answer={useAnswer(mailTroubles, undefined)}
        view="internal.use"
        rowKey={({ id }) => id}
        rowName={({ to }) => to}
        empty={{ title: t.empty }}
        failed={t.failed}
      />
    </section>
  )
}
