import { Button } from '@mantine/core'
import { useId, useState } from 'react'
import { lookupPatient, type LookupMatch } from '../../data/lookup'
import { useCall, useOffline, useSession } from '../../engine/react'
import { formatTime } from '../../domain/time'
import { lookupTexts } from '../../texts/lookup'
import { patientsTexts } from '../../texts/patients'
import { useEdition } from '../../ui/edition'
import { Banner, EmptyState, showToast } from '../../ui/feedback'
import { LookupFields, LookupMatchCard, useLookupForm } from '../../ui/lookup'
import { useProblemText } from '../../ui/problem'
import styles from './patients.module.css'

interface Found {
  readonly asOf: string
  readonly match: LookupMatch | null
}

/** /patients/search: looks up one patient, here or in another organisation. */
export function SearchTab() {
  const edition = useEdition()
  const t = lookupTexts(edition)
  const words = patientsTexts(edition).search
  const say = useProblemText()
  const id = useId()
  const { me } = useSession()
  const [found, setFound] = useState<Found | null>(null)
  const { run } = useCall(lookupPatient)
  const form = useLookupForm({
    look: { run, blocked: useOffline() ? 'offline' : null },
    scheme: me?.actingOrganization.nationalIdentifierScheme ?? null,
    onFound: setFound,
    onRefused: (problem) => {
      setFound(null)
      if (problem.kind === 'invalid-arguments') return false
      const isMany = problem.code === 'conflict:lookup-too-many'
      showToast('lookup', isMany ? t.tooMany : t.failed)
      return isMany
    },
  })
  const isUnchanged = !form.edited
  const reset = (): void => {
    form.reset()
    setFound(null)
  }
  return (
    <div className={styles['search']}>
      <h2 id={id}>{words.title}</h2>
      <p>{words.text}</p>
      <form
        id={form.id}
        noValidate
        autoComplete="off"
        aria-labelledby={id}
        className={styles['form']}
        onSubmit={form.submit}
      >
        <LookupFields form={form} />
        {form.refusal !== null && (
          <div data-failure tabIndex={-1}>
            <Banner kind="danger" title={t.failed}>
              {say(form.refusal)}
            </Banner>
          </div>
        )}
        <p id={`${form.id}-why`} className={styles['quiet']}>
          {form.blocked ?? (isUnchanged ? t.unchanged : '')}
        </p>
        <div className={styles['actions']}>
          <Button
            type="submit"
            loading={form.state.kind === 'busy'}
            disabled={isUnchanged || form.blocked !== null}
            aria-describedby={`${form.id}-why`}
          >
            {t.search}
          </Button>
          <Button variant="default" disabled={form.locked} onClick={reset}>
            {t.reset}
          </Button>
        </div>
      </form>
      {found !== null && (
        <section aria-label={t.results} aria-live="polite" className={styles['results']}>
          {form.edited && (
            <Banner
              kind="info"
              action={
                <Button
                  variant="default"
                  disabled={form.blocked !== null}
                  onClick={() => form.submit()}
                >
                  {t.refresh}
                </Button>
              }
            >
              {t.changed}
            </Banner>
          )}
          {found.match === null ? (
            <EmptyState title={t.none} text={t.noneText(formatTime(found.asOf, edition))} />
          ) : (
            <LookupMatchCard match={found.match} />
          )}
        </section>
      )}
    </div>
  )
}
