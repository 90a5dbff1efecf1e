import { Button, TextInput } from '@mantine/core'
import { useId, useState, type FormEvent } from 'react'
import { useCommand, useFormDraft, useSession } from '../../../data/hooks'
import { updateMe } from '../../../data/session'
import type { Me } from '../../../domain/user/me'
import { accountTexts } from '../../../texts/account'
import { useEdition, useTexts } from '../../../ui/edition'
import { Banner } from '../../../ui/feedback'
import { ErrorSummary } from '../../../ui/form'
import styles from '../account.module.css'
import {
  profileFieldNames,
  profileFields,
  profileSchema,
  type ProfileFields,
} from '../profile.form'

type Outcome =
  { readonly kind: 'saved' } | { readonly kind: 'failed'; readonly offline: boolean } | null
type Errors = Partial<Record<keyof ProfileFields, string>>

/**
 * First name, last name and job role; Save and Cancel only after an edit (P169, P170). An edit
 * outlives a crash and a session.
 */
export function ProfileCard({ me }: { readonly me: Me }) {
  const t = accountTexts(useEdition()).profile
  const { run, busy, blocked } = useCommand(updateMe)
  const words = useTexts().ui.blocked
  const { refreshMe } = useSession()
  const id = useId()
  const { fields, edited, set, clear } = useFormDraft('profile', profileFields(me))
  const [errors, setErrors] = useState<Errors>({})
  const [outcome, setOutcome] = useState<Outcome>(null)

  const edit = (name: keyof ProfileFields, value: string) => {
    set({ [name]: value })
    setOutcome(null)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const parsed = profileSchema(t).safeParse(fields)
    if (!parsed.success) {
      return setErrors(
        Object.fromEntries(
          parsed.error.issues.map((issue) => [String(issue.path[0]), issue.message]),
        ),
      )
    }
    setErrors({})
    const result = await run(parsed.data)
    if (result.kind !== 'refused') {
      await refreshMe()
      clear()
      return setOutcome({ kind: 'saved' })
    }
    // What the server says of a field stands beside it; the argument is named `user.firstName`.
    const { problem } = result
    setErrors(
      Object.fromEntries(
        problem.fields.flatMap(({ path, message }) => {
          const name = profileFieldNames.find((one) => path.endsWith(one))
          return name ? [[name, message]] : []
        }),
      ),
    )
    return setOutcome({
      kind: 'failed',
      offline: problem.kind === 'network' || problem.kind === 'timeout',
    })
  }

  const faults = profileFieldNames.flatMap((name) => {
    const message = errors[name]
    return message === undefined ? [] : [{ fieldId: `${id}-${name}`, message }]
  })
  return (
    <form
      onSubmit={(event) => void save(event)}
      noValidate
      className={styles['section']}
      aria-labelledby={`${id}-heading`}
    >
      <h2 id={`${id}-heading`}>{t.heading}</h2>
      {outcome?.kind === 'saved' && <Banner kind="info">{t.saved}</Banner>}
      {outcome?.kind === 'failed' && (
        <Banner kind="danger" title={t.failed}>
          {outcome.offline && t.offline}
        </Banner>
      )}
      <ErrorSummary errors={faults} />
      {profileFieldNames.map((name) => (
        <TextInput
          key={name}
          id={`${id}-${name}`}
          label={t[name]}
          autoComplete={
            { firstName: 'given-name', lastName: 'family-name', jobRole: 'organization-title' }[
              name
            ]
          }
          value={fields[name]}
          onChange={(event) => edit(name, event.currentTarget.value)}
          error={errors[name]}
        />
      ))}
      <p className={styles['quiet']}>
        {t.email}: {me.email}
      </p>
      {edited && blocked !== null && <p className={styles['quiet']}>{words[blocked]}</p>}
      {edited && (
        <div className={styles['actions']}>
          <Button type="submit" loading={busy} disabled={blocked !== null}>
            {t.save}
          </Button>
          <Button
            variant="default"
            disabled={busy}
            onClick={() => {
              clear()
              setErrors({})
              setOutcome(null)
            }}
          >
            {t.cancel}
          </Button>
        </div>
      )}
    </form>
  )
}
