import { useAnswer } from '../../../engine/react'
import { mailOutbox, type OutboxMail } from '../../../data/internal'
import { formatTime } from '../../../domain/time'
import { internalTexts } from '../../../texts/internal'
import { useEdition } from '../../../ui/edition'
import { Await, EmptyState } from '../../../ui/feedback'
import { Timeline } from '../../../ui/timeline'
import styles from '../internal.module.css'
import { mailPieces } from '../mail.view'

function Mail({ mail }: { readonly mail: OutboxMail }) {
  const edition = useEdition()
  const t = internalTexts(edition).mails
  return (
    <article className={styles['mail']}>
      <h4>{mail.subject}</h4>
      <p className={styles['quiet']}>
        {t.to} {mail.to} · {formatTime(mail.createdAt, edition)}
      </p>
      <p className={styles['body']}>
        {mailPieces(mail.body).map((piece) =>
          piece.kind === 'link' ? (
            <a key={piece.href} href={piece.href} target="_blank" rel="noreferrer">
              {piece.href}
            </a>
          ) : (
            piece.text
          ),
        )}
      </p>
    </article>
  )
}

const entry = (mail: OutboxMail) => <Mail mail={mail} />

/** The mails that were written instead of sent; links in them can be followed, and are secrets. */
export function MailOutbox() {
  const t = internalTexts(useEdition()).mails
  const mails = useAnswer(mailOutbox, undefined, { secret: true })
  return (
    <section className={styles['section']} aria-labelledby="outbox-heading">
      <h2 id="outbox-heading">{t.heading}</h2>
      <p className={styles['quiet']}>{t.lead}</p>
      <Await of={mails} failed={t.failed} empty={<EmptyState title={t.empty} />}>
        {(rows) => (
          <Timeline
            rows={rows}
            rowKey={({ id }) => id}
            at={({ createdAt }) => createdAt}
            entry={entry}
          />
        )}
      </Await>
    </section>
  )
}
