import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useCall } from '../../../data/hooks'
import { mailOutbox, type OutboxMail } from '../../../data/internal'
import { formatDateTime } from '../../../domain/time'
import { internalTexts } from '../../../texts/internal'
import { useEdition } from '../../../ui/edition'
import { EmptyState, ErrorState, TextSkeleton } from '../../../ui/feedback'
import styles from '../internal.module.css'
import { mailPieces } from '../mail.view'
import { useProblemText } from '../../../ui/problem'

/**
 * The mails that were written instead of sent; links in them can be followed. Nothing is kept on
 * the device.
 */
export function MailOutbox() {
  const say = useProblemText()
  const t = internalTexts(useEdition()).mails
  const edition = useEdition()
  const { run, busy } = useCall(mailOutbox)
  const [mails, setMails] = useState<readonly OutboxMail[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const load = useCallback(() => {
    void run().then((result) => {
      if (result.kind === 'done') setMails(result.value)
      setFailure(result.kind === 'done' ? null : say(result.problem))
    })
  }, [run, say])
  useEffect(load, [load])
  return (
    <section className={styles['section']} aria-labelledby="outbox-heading">
      <div className={styles['head']}>
        <div>
          <h2 id="outbox-heading">{t.heading}</h2>
          <p className={styles['quiet']}>{t.lead}</p>
        </div>
        <Button variant="default" onClick={load} loading={busy}>
          {t.refresh}
        </Button>
      </div>
      {failure !== null && (
        <ErrorState
          look="line"
          title={t.failed}
          stillTrue={failure}
          onRetry={load}
          retrying={busy}
        />
      )}
      {mails === null && failure === null && <TextSkeleton />}
      {mails?.length === 0 && <EmptyState title={t.empty} />}
      {mails !== null && mails.length > 0 && (
        <ul className={styles['mails']}>
          {mails.map((mail) => (
            <li key={mail.id} className={styles['mail']}>
              <h3>{mail.subject}</h3>
              <p className={styles['quiet']}>
                {t.to} {mail.to} · {formatDateTime(mail.createdAt, edition)}
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
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
